/** Escapes the wildcards of LIKE. */
export function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, '\\$&');
}

/** A LIKE pattern that matches the literal text anywhere. */
export function containsPattern(text: string): string {
  return `%${escapeLike(text)}%`;
}

/** A LIKE pattern that matches the literal text as a prefix. */
export function prefixPattern(text: string): string {
  return `${escapeLike(text)}%`;
}
