import { sql } from 'kysely';
import type { Context } from '../context.ts';

/** Search terms for the full-text index. */
export type SearchWords = {
  terms: string[];
  /** A tsquery, or null if no term contains a word. */
  query: string | null;
};

/** Maximum number of similar words tried for a misspelled one. */
const mostSimilar = 20;

/**
 * Splits the terms into words, which also match as prefixes. If no company has a term as it is written, similar words from company
 * names are used instead.
 */
export async function findSearchWords(ctx: Context, terms: readonly string[]): Promise<SearchWords> {
  if (terms.length === 0) return { terms: [], query: null };
  const { rows } = await sql<{ words: string[] }>`
    select tsvector_to_array(search_words(term)) as words
    from unnest(${terms}::text[]) with ordinality as given (term, place) order by place`.execute(ctx.db);
  const queries: string[] = [];
  for (const { words } of rows) {
    if (words.length === 0) continue;
    const written = allOf(words.map((word) => [lexeme(word)]));
    queries.push((await isFound(ctx, written)) ? written : ((await correctedQuery(ctx, words)) ?? written));
  }
  return { terms: [...terms], query: queries.length === 0 ? null : queries.map((query) => `(${query})`).join(' | ') };
}

async function isFound(ctx: Context, query: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from companies c where c.words @@ ${query}::tsquery limit 1`.execute(ctx.db);
  return rows.length > 0;
}

/** Replaces the words that no name has; if that finds nothing either, all of them. */
async function correctedQuery(ctx: Context, words: readonly string[]): Promise<string | null> {
  const known = await findKnownWords(ctx, words);
  const unknown = words.filter((word) => !known.has(word));
  if (unknown.length > 0 && unknown.length < words.length) {
    const query = await similarQuery(ctx, words, unknown);
    if (query !== null && (await isFound(ctx, query))) return query;
  }
  return similarQuery(ctx, words, words);
}

async function findKnownWords(ctx: Context, words: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ word: string }>`
    select wanted.word from unnest(${words}::text[]) as wanted (word)
    where exists (select 1 from name_words n where n.word >= wanted.word collate "C" and n.word < wanted.word || chr(127) collate "C")`.execute(
    ctx.db,
  );
  return new Set(rows.map(({ word }) => word));
}

async function similarQuery(ctx: Context, words: readonly string[], misspelled: readonly string[]): Promise<string | null> {
  const { rows } = await sql<{ word: string; alike: string[] }>`
    select wanted.word, array(select n.word from name_words n where n.word % wanted.word
      order by similarity(n.word, wanted.word) desc, n.word limit ${mostSimilar}) as alike
    from unnest(${misspelled.filter(isWord)}::text[]) as wanted (word)`.execute(ctx.db);
  if (rows.every(({ alike }) => alike.length === 0)) return null;
  const alike = new Map(rows.map((row) => [row.word, row.alike]));
  // The similar words are complete, so companies are not searched for longer ones.
  return allOf(words.map((word) => [lexeme(word), ...(alike.get(word) ?? []).map(quoted)]));
}

/** A company must have one word of each list. */
function allOf(lists: readonly string[][]): string {
  return lists.map((words) => `(${[...new Set(words)].join(' | ')})`).join(' & ');
}

/** Numbers and very short words are matched exactly, because too many words begin with them. */
function lexeme(word: string): string {
  return isWord(word) ? `${quoted(word)}:*` : quoted(word);
}

function quoted(word: string): string {
  return `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}

function isWord(word: string): boolean {
  return word.length >= 3 && !/^\d+$/.test(word);
}
