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
    select tsvector_to_array(to_tsvector('simple', search_text(term))) as words
    from unnest(${terms}::text[]) with ordinality as given (term, place) order by place`.execute(ctx.db);
  const queries: string[] = [];
  for (const { words } of rows) {
    if (words.length === 0) continue;
    const written = allOf(words.map((word) => [word]));
    const query = (await isFound(ctx, written)) ? written : await similarQuery(ctx, words);
    queries.push(query ?? written);
  }
  return { terms: [...terms], query: queries.length === 0 ? null : queries.map((query) => `(${query})`).join(' | ') };
}

async function isFound(ctx: Context, query: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from companies c where ${wordsOf} @@ ${query}::tsquery limit 1`.execute(ctx.db);
  return rows.length > 0;
}

async function similarQuery(ctx: Context, words: readonly string[]): Promise<string | null> {
  const { rows } = await sql<{ word: string; alike: string[] }>`
    select wanted.word, array(select n.word from name_words n where n.word % wanted.word
      order by similarity(n.word, wanted.word) desc, n.word limit ${mostSimilar}) as alike
    from unnest(${words.filter(isWord)}::text[]) as wanted (word)`.execute(ctx.db);
  if (rows.every(({ alike }) => alike.length === 0)) return null;
  const alike = new Map(rows.map((row) => [row.word, row.alike]));
  return allOf(words.map((word) => [word, ...(alike.get(word) ?? [])]));
}

/** A company must have one word of each list. */
function allOf(lists: readonly string[][]): string {
  return lists.map((words) => `(${[...new Set(words)].map(lexeme).join(' | ')})`).join(' & ');
}

/** Numbers and very short words are matched exactly, because too many words begin with them. */
function lexeme(word: string): string {
  const quoted = `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
  return isWord(word) ? `${quoted}:*` : quoted;
}

function isWord(word: string): boolean {
  return word.length >= 3 && !/^\d+$/.test(word);
}

/** The indexed words of `companies c`. */
export const wordsOf = sql`company_words(c.name, c.domain, c.alternative_names, c.description, c.keywords)`;
