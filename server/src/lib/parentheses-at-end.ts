/** Returns the offset of the parenthesized text at the end of a string, at or after `from`; -1 if there is none. */
export function parenthesesAtEnd(text: string, from = 0): number {
  if (!text.endsWith(')')) return -1;
  return text.indexOf('(', Math.max(from, text.lastIndexOf(')', text.length - 2) + 1));
}
