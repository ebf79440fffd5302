/** A LIKE pattern that matches the literal text anywhere. */
export function containsPattern(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
}

/** A LIKE pattern that matches the literal text as a prefix. */
export function likePrefix(text: string): string {
  return containsPattern(text).slice(1);
}
