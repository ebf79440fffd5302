import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../db/connect.ts';
import { estimateFromStatistics } from './estimate-matches.ts';
import { allOf, prefixLexeme } from './words-query.ts';

/** A word that occurs in at least this many records is not looked up in the index if another word of the term occurs in at most `fewRecords`. */
const manyRecords = 20_000;
const fewRecords = 2000;

type WordFrequencies = {
  /** A query for the rare words only, if it is faster to check the others against the rows found; otherwise null. */
  indexedQuery: string | null;
  /** Estimated number of records that have the rarest word. No more records can have all words. */
  rarest: number;
};

/**
 * Estimates how many records have each word of a term. A prefix lookup in the index reads all records that have the word, which is slow for
 * a common word, even if another word is rare.
 */
export async function estimateWordFrequencies(
  db: Database,
  { table, alias }: { table: 'companies' | 'contacts'; alias: string },
  words: readonly string[],
): Promise<WordFrequencies> {
  const lexemes: { lexeme: string; records: number }[] = [];
  for (const word of words) {
    const lexeme = prefixLexeme(word);
    lexemes.push({ lexeme, records: await estimateFromStatistics(db, { table, alias, conditions: matchesWords(alias, lexeme, null) }) });
  }
  const rarest = Math.min(...lexemes.map(({ records }) => records));
  const indexed = lexemes.filter(({ records }) => records < manyRecords);
  const isUseful = indexed.length < lexemes.length && rarest <= fewRecords;
  return { indexedQuery: isUseful ? allOf(indexed.map(({ lexeme }) => [lexeme])) : null, rarest };
}

/** Matches records by a tsquery. If `indexedQuery` is set, only that part of it is looked up in the index. */
export function matchesWords(alias: string, query: string, indexedQuery: string | null): RawBuilder<boolean> {
  const words = sql.ref(`${alias}.words`);
  if (indexedQuery === null) return sql`${words} @@ ${query}::tsquery`;
  // `ts_match_vq` is the function behind the operator `@@`, but does not use the index.
  return sql`(${words} @@ ${indexedQuery}::tsquery and ts_match_vq(${words}, ${query}::tsquery))`;
}
