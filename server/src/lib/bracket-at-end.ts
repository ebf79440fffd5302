/** Returns where the trailing parenthesis of a text starts, not before `from`; -1 if there is none. */
export function bracketAtEnd(text: string, from = 0): number {
  if (!text.endsWith(')')) return -1;
  return text.indexOf('(', Math.max(from, text.lastIndexOf(')', text.length - 2) + 1));
}
