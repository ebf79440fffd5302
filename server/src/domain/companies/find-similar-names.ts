import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { minSimilarity } from './match-score.ts';
import { visibleCompany } from './visible-company.ts';

type NameToFind = { input: number; name: string };

/** Maximum number of companies with a similar name that are compared. */
const maxSimilar = 20;
/** Maximum number of companies with the same words that are compared. A name made only of common words is not worth searching for. */
const maxCompared = 300;
const maxSimilarWords = 10;

type NameWords = { input: number; name: string; words: string[] };
type Found = { input: number; id: string; isSimilar: boolean };

/**
 * Finds companies with similar names: those with all of the words, otherwise with similarly spelled words, otherwise with the longest
 * word. For inputs in `exactInputs`, a company with exactly this name was found, so typos are not considered.
 */
export async function findSimilarNames(
  ctx: Context,
  accountId: string,
  names: readonly NameToFind[],
  exactInputs: ReadonlySet<number>,
): Promise<{ input: number; id: string }[]> {
  if (names.length === 0) return [];
  const { rows } = await sql<NameWords>`
    select input, name, tsvector_to_array(search_words(name)) as words
    from unnest(${names.map(({ input }) => input)}::int[], ${names.map(({ name }) => name)}::text[]) as given (input, name)`.execute(
    ctx.db,
  );
  const named = rows.filter(({ words }) => words.length > 0);
  const found = await findByWords(ctx, accountId, named, ({ words }) => words.map((word) => [word]));
  // The words may be in the description of a company with another name.
  const matched = new Set([...exactInputs, ...found.flatMap(({ input, isSimilar }) => (isSimilar ? input : []))]);
  const missing = named.filter(({ input }) => !matched.has(input));
  if (missing.length === 0) return found;
  const alike = await findAlikeWords(ctx, [
    ...new Set(missing.flatMap(({ words }) => words.filter((word) => word.length > 2 && /\D/.test(word)))),
  ]);
  const spellings = (word: string) => [word, ...(alike.get(word) ?? [])];
  const respelled = await findByWords(ctx, accountId, missing, ({ words }) => words.map(spellings));
  const unmatched = missing.filter(({ input }) => !respelled.some((row) => row.input === input && row.isSimilar));
  const longest = (words: readonly string[]) => words.reduce((one, other) => (other.length > one.length ? other : one));
  const byLongestWord = await findByWords(ctx, accountId, unmatched, ({ words }) => [spellings(longest(words))]);
  return [...found, ...respelled, ...byLongestWord];
}

async function findByWords(
  ctx: Context,
  accountId: string,
  names: readonly NameWords[],
  spellingsOf: (name: NameWords) => string[][],
): Promise<Found[]> {
  if (names.length === 0) return [];
  const queries = names.map((name) => spellingsOf(name).map(anyWord).join(' & '));
  return ctx.db.transaction().execute(async (trx) => {
    // The planner does not know the words, so it might choose a sequential scan for each name.
    await sql`set local enable_seqscan = off`.execute(trx);
    const { rows } = await sql<Found>`
    select g.input, near.id, near.similarity >= ${minSimilarity} as "isSimilar" from unnest(${names.map(({ input }) => input)}::int[], ${names.map(({ name }) => name)}::text[], ${queries}::text[])
      as g (input, name, query)
    cross join lateral (
      select id, similarity(alike.name, g.name) as similarity from (
        select c.id, c.name from companies c
        where c.words @@ g.query::tsquery
          and c.merged_into is null and ${visibleCompany(accountId)}
        limit ${maxCompared}) as alike
      order by similarity desc, id limit ${maxSimilar}) as near`.execute(trx);
    return rows;
  });
}

async function findAlikeWords(ctx: Context, words: readonly string[]): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ word: string; alike: string[] }>`
    select wanted.word, array(select n.word from name_words n where n.word % wanted.word
      order by similarity(n.word, wanted.word) desc, n.word limit ${maxSimilarWords}) as alike
    from unnest(${words}::text[]) as wanted (word)`.execute(ctx.db);
  return new Map(rows.map(({ word, alike }) => [word, alike]));
}

function anyWord(words: readonly string[]): string {
  const quoted = [...new Set(words)].map((word) => `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`);
  return `(${quoted.join(' | ')})`;
}
