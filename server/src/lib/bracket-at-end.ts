/** Where the brackets begin with which the text ends, not before `from`; -1 when it does not end with any. */
export function bracketAtEnd(text: string, from = 0): number {
  if (!text.endsWith(')')) return -1;
  return text.indexOf('(', Math.max(from, text.lastIndexOf(')', text.length - 2) + 1));
}
