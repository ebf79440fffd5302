/** A pattern of LIKE that finds the text as it stands, anywhere. */
export function containsPattern(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
}

/** A pattern of LIKE that finds what begins with the text as it stands. */
export function likePrefix(text: string): string {
  return containsPattern(text).slice(1);
}
