import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { firstOf } from '../../lib/first-of.ts';
import { type CompanySummary, loadSummaries } from '../companies/load-summaries.ts';
import type { Context } from '../context.ts';
import { decodeCursor, encodeCursor } from '../cursor.ts';
import { estimateMatches, hasMoreMatches } from '../estimate-matches.ts';
import { nameKeys } from '../identification/name-keys.ts';
import { idsAfter } from '../ids-after.ts';
import type { CompanySearch } from './company-search.ts';
import { companySearchScore, comparableName } from './company-search-conditions.ts';
import { type PreparedSearch, prepareSearch } from './prepare-search.ts';

type FoundCompanies = {
  companies: CompanySummary[];
  nextCursor: string | null;
  /** Null if there are more matches than are counted. */
  totalCount: number | null;
  /** There are at least this many matches. */
  minCount: number;
};

const batchSize = 1000;
/** Maximum number of matches that are counted. Counting more would take longer than the search itself. */
const maxCounted = 10_000;
/** Lower than `maxCounted`, because counting matches of words reads the table, not only an index. */
const maxCountedByWords = 2000;
const searched = { table: 'companies', alias: 'c' } as const;
/** Up to this number of matches, all of them are ranked. */
const maxRanked = 1000;
/** If there are more than `maxRanked` matches, only this many of the best are ranked, and the others follow by age. */
const maxBest = 300;
const maxCheckedLeads = 1000;
/**
 * Factor by which the first window of ids is wider: it contains the bundled companies, fewer of which match, and each further window reads
 * the index again.
 */
const bundledMargin = 3;

type Ranked = { id: string; score: string };
/** Cursor: rows after the one with this score and id. `isBroad` is true if the search has too many results to rank all of them. */
type After = { score: string; id: string; isBroad: boolean };
/** The number of matches, and the first ids after the cursor. Beyond the limit, the ids are null and the number may be an estimate. */
type Counted = { total: number; limit: number; ids: string[] | null };

/**
 * Returns one page of search results, best match first. Pages continue after the last row, so companies added in between are not repeated
 * or skipped, except in a search with more than `maxRanked` matches if they change which matches are the best. A company that visits for the
 * first time in between moves up.
 */
export async function searchCompanies(
  ctx: Context,
  accountId: string,
  given: CompanySearch,
  page: { cursor: string | null; size: number },
): Promise<FoundCompanies> {
  const after = page.cursor === null ? null : parseCursor(page.cursor);
  const search = await prepareSearch(ctx, accountId, given, 'unchecked');
  const asWritten = await findPage(ctx, accountId, search, after, page.size + 1);
  // If there are other criteria, they may be the reason that nothing was found, so the terms must still be checked.
  const check = Object.keys(given).every((key) => key === 'search_terms') ? 'missing' : 'checked';
  const isCorrectable = asWritten.counted.total === 0 && !search.words.isChecked;
  const found = isCorrectable
    ? await findPage(ctx, accountId, await prepareSearch(ctx, accountId, given, check), after, page.size + 1)
    : asWritten;
  const rows = found.rows.slice(0, page.size);
  const last = rows.at(-1);
  const summaries = await loadSummaries(
    ctx,
    accountId,
    rows.map(({ id }) => id),
  );
  const hasMore = last !== undefined && found.rows.length > page.size;
  return {
    companies: rows.flatMap(({ id }) => summaries.get(id) ?? []),
    nextCursor: hasMore ? encodeCursor(`${found.isBroad ? 'b' : ''}${Number(last.score)}`, last.id) : null,
    totalCount: found.counted.total > found.counted.limit ? null : found.counted.total,
    minCount: Math.min(found.counted.total, found.counted.limit),
  };
}

type Page = { counted: Counted; isBroad: boolean; rows: Ranked[] };

async function findPage(ctx: Context, accountId: string, search: PreparedSearch, after: After | null, size: number): Promise<Page> {
  const hasTerms = search.words.terms.length > 0;
  return ctx.db.transaction().execute(async (trx) => {
    // The companies of a country may all be at the end of the table, so a sequential scan could read all of it for one page.
    await sql`set local enable_seqscan = off`.execute(trx);
    const lastId = after !== null && Number(after.score) === 0 ? after.id : '0';
    const maxIds = Math.max(maxRanked, size + maxBest);
    const limit = hasTerms ? maxCountedByWords : maxCounted;
    // The planner's estimates for word prefixes are imprecise, so they are checked against a sample.
    const criteriaCount = hasTerms ? Math.max(2, search.criteriaCount) : search.criteriaCount;
    const estimate = await estimateMatches(trx, { ...searched, conditions: search.conditions, criteriaCount }, limit);
    const counted = estimate.isBeyondLimit
      ? { total: estimate.matches, limit, ids: null }
      : ((await countBeyondLimit(trx, search, estimate.matches, limit)) ??
        (await countMatches(trx, search, { lastId, size: maxIds, limit })));
    const isBroad = after?.isBroad ?? (hasTerms && counted.total > maxRanked);
    if (hasTerms && !isBroad) return { counted, isBroad, rows: await findRanked(trx, accountId, search, counted, after, size) };
    const best = hasTerms ? await findBest(trx, accountId, search) : [];
    const ranked = best.filter((row) => isAfterCursor(row, after)).slice(0, size);
    const others = await findByAge(trx, search, counted, lastId, size - ranked.length, new Set(best.map(({ id }) => id)));
    const rows = [...ranked, ...others.map((id) => ({ id, score: '0' }))];
    // A page that is not full contradicts the estimate: the statistics may be older than a deletion.
    const isEstimateWrong = estimate.isBeyondLimit && rows.length < size;
    return { counted: isEstimateWrong ? await countMatches(trx, search, { lastId, size: maxIds, limit }) : counted, isBroad, rows };
  });
}

function parseCursor(cursor: string): After {
  const [score, id] = decodeCursor(cursor, /^b?[01](\.\d{1,4})?$/, /^\d{1,18}$/);
  return { score: score.replace('b', ''), id, isBroad: score.startsWith('b') };
}

/** Returns a number beyond the limit if the estimate is beyond it and there are indeed more matches than that; otherwise null. */
async function countBeyondLimit(
  trx: Database,
  { conditions, words }: PreparedSearch,
  expected: number,
  limit: number,
): Promise<Counted | null> {
  // Matches of words are found in the table, not only in an index, so they should not be looked up twice.
  if (words.terms.length > 0 || expected <= limit) return null;
  return (await hasMoreMatches(trx, { ...searched, conditions }, limit)) ? { total: limit + 1, limit, ids: null } : null;
}

/** Counts the matches and returns the first ids after the cursor, in one statement, so that both come from the same matches. */
async function countMatches(
  trx: Database,
  { conditions }: PreparedSearch,
  { lastId, size, limit }: { lastId: string; size: number; limit: number },
): Promise<Counted> {
  // The ids are sorted only if they are used, and before they become text: sorting and conversion take longer than counting 10,000 entries
  // of an index.
  const { rows } = await sql<Omit<Counted, 'limit'>>`
    select total, case when total <= ${limit} then array(
      select page.id::text from (select id from unnest(all_ids) as id where id > ${lastId}::bigint order by id limit ${size}) as page
      order by page.id) end as ids
    from (select count(*)::int as total, array_agg(found.id) as all_ids
      from (select c.id from companies c where ${conditions} limit ${limit + 1}) as found) as counted`.execute(trx);
  return { ...firstOf(rows), limit };
}

function afterCursor(after: After | null): RawBuilder<boolean> {
  if (after === null) return sql`true`;
  return sql`(score < ${after.score}::numeric or (score = ${after.score}::numeric and id > ${after.id}::bigint))`;
}

async function findRanked(
  trx: Database,
  accountId: string,
  { conditions, words }: PreparedSearch,
  { total, ids }: Counted,
  after: After | null,
  size: number,
): Promise<Ranked[]> {
  // Companies may be added between two pages, so there may be more matches than are ranked.
  const matches = total <= maxRanked && ids !== null ? sql`c.id = any(${ids}::bigint[])` : conditions;
  const { rows } = await sql<Ranked>`
    select id, score from (select c.id, ${companySearchScore(accountId, words)} as score from companies c ${comparableName} where ${matches}) as found
    where ${afterCursor(after)} order by score desc, id limit ${size}`.execute(trx);
  return rows;
}

/** Finds the best matches if there are too many to rank: by domain, by a name that begins with the term, and among recent leads. */
async function findBest(trx: Database, accountId: string, { conditions, words }: PreparedSearch): Promise<Ranked[]> {
  const keys = [...new Set(words.terms.flatMap(nameKeys))];
  const domains = words.terms.map((term) => term.trim().toLowerCase());
  const { rows } = await sql<Ranked>`
    with near as materialized (
      select d.company_id as id from company_domains d where d.domain = any(${domains}::text[])
      union select named.company_id from unnest(${keys}::text[]) as wanted (key) cross join lateral (
        select k.company_id from company_name_keys k where k.name_key >= wanted.key and k.name_key < wanted.key || chr(127)
        order by k.name_key limit ${maxBest}) as named
      union (
        select company_id from leads where account_id = ${accountId} and last_visit_at is not null
        order by last_visit_at desc limit ${maxCheckedLeads})
    )
    select c.id, ${companySearchScore(accountId, words)} as score from companies c ${comparableName}
    where c.id = any(array(select id from near)) and ${conditions} order by score desc, c.id limit ${maxBest}`.execute(trx);
  return rows;
}

async function findByAge(
  trx: Database,
  search: PreparedSearch,
  counted: Counted,
  lastId: string,
  size: number,
  except: ReadonlySet<string>,
): Promise<string[]> {
  if (size <= 0) return [];
  if (counted.ids !== null) return counted.ids.filter((id) => !except.has(id)).slice(0, size);
  const found: string[] = [];
  for await (const ids of idsAfter(trx, {
    ...searched,
    conditions: search.conditions,
    after: lastId,
    batchSize: size,
    matches: counted.total / bundledMargin,
  })) {
    found.push(...ids.filter((id) => !except.has(id)));
    if (found.length >= size) break;
  }
  return found.slice(0, size);
}

function isAfterCursor({ id, score }: Ranked, after: After | null): boolean {
  if (after === null) return true;
  const difference = Number(score) - Number(after.score);
  return difference < 0 || (difference === 0 && BigInt(id) > BigInt(after.id));
}

/** Yields the ids of all matches in batches, to bound memory. */
export async function* searchCompanyIds(ctx: Context, accountId: string, search: CompanySearch): AsyncIterable<string[]> {
  const { conditions } = await prepareSearch(ctx, accountId, search, 'checked');
  yield* idsAfter(ctx.db, { ...searched, conditions, after: '0', batchSize, matches: maxCounted });
}
