/** A full-text query for records that have at least one lexeme of each list. */
export function allOf(lists: readonly string[][]): string {
  return lists.map((lexemes) => `(${[...new Set(lexemes)].join(' | ')})`).join(' & ');
}

/** Matches words with this prefix. Numbers and very short words are matched exactly, because too many words begin with them. */
export function prefixLexeme(word: string): string {
  return isWord(word) ? `${exactLexeme(word)}:*` : exactLexeme(word);
}

export function exactLexeme(word: string): string {
  return `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}

export function isWord(word: string): boolean {
  return word.length >= 3 && !/^\d+$/.test(word);
}
