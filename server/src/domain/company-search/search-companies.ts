import { type RawBuilder, sql } from 'kysely';
import { firstOf } from '../../lib/first-of.ts';
import { lastOf } from '../../lib/last-of.ts';
import type { CompanySearch } from '../companies/company-search.ts';
import { type CompanySummary, loadSummaries } from '../companies/load-summaries.ts';
import type { Context } from '../context.ts';
import { decodeCursor, encodeCursor } from '../cursor.ts';
import { loadProfiles } from '../icps/load-profiles.ts';
import { nameKeys } from '../identification/name-keys.ts';
import { searchCriteria } from '../search-criteria.ts';
import { companySearchConditions, companySearchScore } from './company-search-conditions.ts';
import { findSearchWords, type SearchWords } from './search-words.ts';

type FoundCompanies = {
  companies: CompanySummary[];
  nextCursor: string | null;
  /** Null if there are more than are counted. */
  totalCount: number | null;
};

const batchSize = 1000;
/** Counting more would take longer than the search itself. */
export const mostCounted = 10_000;
/** Maximum number of companies that are all ranked. */
const mostRanked = 1000;
/** If a search finds more, only this many of the best are ranked, and the others follow by age. */
const mostBest = 300;
const checkedLeads = 1000;

type Ranked = { id: string; score: string };
type Search = { conditions: RawBuilder<boolean>; words: SearchWords };
/** Rows after the one with this score and id. Used for the pages of a search with too many results to rank. */
type After = { score: string; id: string; isBroad: boolean };

/**
 * Returns one page of search results, best match first. The order depends on the company only and pages continue after the last row, so
 * concurrent inserts neither repeat nor skip rows.
 */
export async function searchCompanies(
  ctx: Context,
  accountId: string,
  given: CompanySearch,
  page: { cursor: string | null; size: number },
): Promise<FoundCompanies> {
  const after = page.cursor === null ? null : afterOf(page.cursor);
  const search = await prepareSearch(ctx, accountId, given);
  const total = await countUpTo(ctx, search, mostCounted + 1);
  const isBroad = after?.isBroad ?? (search.words.terms.length > 0 && total > mostRanked);
  const find = search.words.terms.length === 0 ? findByAge : isBroad ? findBestFirst : findRanked;
  const found = await find(ctx, accountId, search, after, page.size + 1);
  const rows = found.slice(0, page.size);
  const last = rows.at(-1);
  const summaries = await loadSummaries(
    ctx,
    accountId,
    rows.map(({ id }) => id),
  );
  const hasMore = last !== undefined && found.length > page.size;
  return {
    companies: rows.flatMap(({ id }) => summaries.get(id) ?? []),
    nextCursor: hasMore ? encodeCursor(`${isBroad ? 'b' : ''}${Number(last.score)}`, last.id) : null,
    totalCount: total > mostCounted ? null : total,
  };
}

function afterOf(cursor: string): After {
  const [score, id] = decodeCursor(cursor, /^b?[01](\.\d{1,4})?$/, /^\d{1,18}$/) as [string, string];
  return { score: score.replace('b', ''), id, isBroad: score.startsWith('b') };
}

async function countUpTo(ctx: Context, { conditions }: Search, most: number): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from (select 1 from companies c where ${conditions} limit ${most}) as found`.execute(ctx.db);
  return firstOf(rows).total;
}

function behind(after: After | null): RawBuilder<boolean> {
  if (after === null) return sql`true`;
  return sql`(score < ${after.score}::numeric or (score = ${after.score}::numeric and id > ${after.id}::bigint))`;
}

async function findByAge(ctx: Context, _accountId: string, { conditions }: Search, after: After | null, size: number): Promise<Ranked[]> {
  const { rows } = await sql<Ranked>`
    select c.id, '0' as score from companies c where ${conditions} and c.id > ${after?.id ?? '0'}::bigint
    order by c.id limit ${size}`.execute(ctx.db);
  return rows;
}

async function findRanked(
  ctx: Context,
  accountId: string,
  { conditions, words }: Search,
  after: After | null,
  size: number,
): Promise<Ranked[]> {
  const { rows } = await sql<Ranked>`
    select id, score from (select c.id, ${companySearchScore(accountId, words)} as score from companies c where ${conditions}) as found
    where ${behind(after)} order by score desc, id limit ${size}`.execute(ctx.db);
  return rows;
}

/** First, ranked: companies named exactly like the term, names that begin with it, and visitors. Then all others by age. */
async function findBestFirst(ctx: Context, accountId: string, search: Search, after: After | null, size: number): Promise<Ranked[]> {
  const { conditions, words } = search;
  const keys = [...new Set(words.terms.flatMap(nameKeys))];
  const domains = words.terms.map((term) => term.trim().toLowerCase());
  const { rows: best } = await sql<Ranked>`
    with near as materialized (
      select d.company_id as id from company_domains d where d.domain = any(${domains}::text[])
      union select named.company_id from unnest(${keys}::text[]) as wanted (key) cross join lateral (
        select k.company_id from company_name_keys k where k.name_key >= wanted.key and k.name_key < wanted.key || chr(127)
        order by k.name_key limit ${mostBest}) as named
      union (select company_id from leads where account_id = ${accountId} order by last_visit_at desc limit ${checkedLeads})
    )
    select c.id, ${companySearchScore(accountId, words)} as score from companies c
    where c.id = any(array(select id from near)) and ${conditions} order by score desc, c.id limit ${mostBest}`.execute(ctx.db);
  const rest = '0';
  const ranked = best.filter(({ id, score }) => isBehind({ id, score }, after));
  if (ranked.length >= size) return ranked.slice(0, size);
  const ids = best.map(({ id }) => id);
  const lastId = after !== null && Number(after.score) === 0 ? after.id : '0';
  const { rows: others } = await sql<Ranked>`
    select c.id, ${rest} as score from companies c where ${conditions} and c.id > ${lastId}::bigint and c.id <> all(${ids}::bigint[])
    order by c.id limit ${size - ranked.length}`.execute(ctx.db);
  return [...ranked, ...others];
}

function isBehind({ id, score }: Ranked, after: After | null): boolean {
  if (after === null) return true;
  const difference = Number(score) - Number(after.score);
  return difference < 0 || (difference === 0 && BigInt(id) > BigInt(after.id));
}

/** Yields the ids of all matches in batches, to bound memory. */
export async function* searchCompanyIds(ctx: Context, accountId: string, search: CompanySearch): AsyncIterable<string[]> {
  const { conditions } = await prepareSearch(ctx, accountId, search);
  let last = '0';
  for (;;) {
    const { rows } = await sql<{ id: string }>`
      select c.id from companies c where ${conditions} and c.id > ${last}::bigint order by c.id limit ${batchSize}`.execute(ctx.db);
    if (rows.length > 0) yield rows.map(({ id }) => id);
    if (rows.length < batchSize) return;
    last = lastOf(rows).id;
  }
}

async function prepareSearch(ctx: Context, accountId: string, given: CompanySearch): Promise<Search> {
  const search = searchCriteria(given, { pointer: '' });
  const words = await findSearchWords(ctx, search.search_terms ?? []);
  const profiles = await loadProfiles(ctx, accountId, search.icp_ids ?? []);
  return { words, conditions: companySearchConditions(accountId, search, words, profiles) };
}
