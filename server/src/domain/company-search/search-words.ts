import { sql } from 'kysely';
import { visibleCompany } from '../companies/visible-company.ts';
import type { Context } from '../context.ts';
import { nameKeys } from '../identification/name-keys.ts';
import { estimateWordFrequencies } from '../word-search.ts';
import { allOf, exactLexeme, isWord, prefixLexeme } from '../words-query.ts';

/** Search terms for the full-text index. */
export type SearchWords = {
  terms: string[];
  /** A tsquery, or null if no term contains a word. */
  query: string | null;
  /** The part of the query to look up in the index, if it is faster to check the rest on the rows found. */
  indexedQuery: string | null;
  /** Whether the terms were checked and, if no company has them, replaced by similar words. */
  isChecked: boolean;
};

type TermWords = { term: string; words: string[] };

const searched = { table: 'companies', alias: 'c' } as const;

/** Maximum number of similar words tried for a misspelled word. */
const maxSimilar = 20;

/**
 * How to treat a single term: `checked` to look up whether companies have it, `unchecked` if the search itself will show that, `missing` if
 * it has shown that none does. Several terms are always checked.
 */
export type TermCheck = 'unchecked' | 'checked' | 'missing';

/**
 * Splits the terms into words, which also match as prefixes. If no company that the account can find has a term as it is written, the words of the name without its
 * legal form or, failing that, similar words from company names are used instead.
 */
export async function findSearchWords(ctx: Context, accountId: string, terms: readonly string[], check: TermCheck): Promise<SearchWords> {
  if (terms.length === 0) return { terms: [], query: null, indexedQuery: null, isChecked: true };
  const { rows } = await sql<TermWords>`
    select term, tsvector_to_array(search_words(term)) as words
    from unnest(${terms}::text[]) with ordinality as given (term, place) order by place`.execute(ctx.db);
  const wordsOfTerms = rows.filter(({ words }) => words.length > 0);
  const single = wordsOfTerms.length === 1 ? wordsOfTerms[0]?.words : undefined;
  const isUnchecked = single !== undefined && check === 'unchecked';
  const isMissing = single !== undefined && check === 'missing';
  const queries: string[] = [];
  for (const { term, words } of wordsOfTerms) {
    const written = allOf(words.map((word) => [prefixLexeme(word)]));
    const isKept = isUnchecked || (!isMissing && (await hasMatch(ctx, accountId, written)));
    queries.push(
      isKept
        ? written
        : ((await buildNameQuery(ctx, accountId, term, words)) ?? (await buildCorrectedQuery(ctx, accountId, words)) ?? written),
    );
  }
  const query = queries.length === 0 ? null : queries.map((termQuery) => `(${termQuery})`).join(' | ');
  const isLookedUp = isUnchecked && single.length > 1;
  const indexedQuery = isLookedUp ? (await estimateWordFrequencies(ctx.db, searched, single)).indexedQuery : null;
  return { terms: [...terms], query, indexedQuery, isChecked: !isUnchecked };
}

/**
 * Reads the term as a company name: without legal form, "the" and conjunctions, in Latin letters. Null if that changes no word, or if no
 * company has these words. They do not match as prefixes, because the index would read all companies with a common beginning.
 */
async function buildNameQuery(ctx: Context, accountId: string, term: string, written: readonly string[]): Promise<string | null> {
  const { rows } = await sql<TermWords>`
    select term, tsvector_to_array(search_words(term)) as words from unnest(${nameKeys(term)}::text[]) as given (term)`.execute(ctx.db);
  const others = rows.filter(({ words }) => words.length > 0 && words.join(' ') !== written.join(' '));
  const queries = others.map(({ words }) => `(${allOf(words.map((word) => [exactLexeme(word)]))})`);
  const query = queries.length === 0 ? null : [...new Set(queries)].join(' | ');
  return query !== null && (await hasMatch(ctx, accountId, query)) ? query : null;
}

/** Whether the account can find a company with these words. */
async function hasMatch(ctx: Context, accountId: string, query: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from companies c where c.words @@ ${query}::tsquery and c.merged_into is null and ${visibleCompany(accountId)} limit 1`.execute(
    ctx.db,
  );
  return rows.length > 0;
}

/** Replaces the words that no company name contains. If that finds nothing either, replaces all words. Null if no similar words exist. */
async function buildCorrectedQuery(ctx: Context, accountId: string, words: readonly string[]): Promise<string | null> {
  const { rows } = await sql<{ word: string; isComplete: boolean }>`
    select wanted.word, exists (select 1 from name_words n where n.word = wanted.word) as "isComplete"
    from unnest(${words}::text[]) as wanted (word)
    where exists (select 1 from name_words n where n.word >= wanted.word collate "C" and n.word < wanted.word || chr(127) collate "C")`.execute(
    ctx.db,
  );
  // Prefix search takes much longer, and a term with a typo is rarely still being typed.
  const known = new Map(rows.map(({ word, isComplete }) => [word, isComplete ? exactLexeme(word) : prefixLexeme(word)]));
  const unknown = words.filter((word) => !known.has(word));
  if (unknown.length > 0 && unknown.length < words.length) {
    const query = await buildSimilarQuery(ctx, words, unknown, known);
    if (query !== null && (await hasMatch(ctx, accountId, query))) return query;
  }
  return buildSimilarQuery(ctx, words, words, known);
}

async function buildSimilarQuery(
  ctx: Context,
  words: readonly string[],
  misspelled: readonly string[],
  known: ReadonlyMap<string, string>,
): Promise<string | null> {
  const { rows } = await sql<{ word: string; alike: string[] }>`
    select wanted.word, array(select n.word from name_words n where n.word % wanted.word
      order by similarity(n.word, wanted.word) desc, n.word limit ${maxSimilar}) as alike
    from unnest(${misspelled.filter(isWord)}::text[]) as wanted (word)`.execute(ctx.db);
  if (rows.every(({ alike }) => alike.length === 0)) return null;
  const alike = new Map(rows.map((row) => [row.word, row.alike]));
  return allOf(words.map((word) => [known.get(word) ?? prefixLexeme(word), ...(alike.get(word) ?? []).map(exactLexeme)]));
}
