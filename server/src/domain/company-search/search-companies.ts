import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { firstOf } from '../../lib/first-of.ts';
import type { CompanySearch } from '../companies/company-search.ts';
import { type CompanySummary, loadSummaries } from '../companies/load-summaries.ts';
import type { Context } from '../context.ts';
import { decodeCursor, encodeCursor } from '../cursor.ts';
import { nameKeys } from '../identification/name-keys.ts';
import { idsInWindows } from '../ids-in-windows.ts';
import { companySearchScore } from './company-search-conditions.ts';
import { type PreparedSearch, prepareSearch } from './prepare-search.ts';

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
/** Rows after the one with this score and id. Used for the pages of a search with too many results to rank. */
type After = { score: string; id: string; isBroad: boolean };
/** The number of matches, and the first after an id; null if there are more than were counted. */
type Counted = { total: number; ids: string[] | null };

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
  const search = await prepareSearch(ctx, accountId, given, false);
  const written = await findPage(ctx, accountId, search, after, page.size + 1);
  const isCorrectable = written.counted.total === 0 && !search.words.isChecked;
  const found = isCorrectable
    ? await findPage(ctx, accountId, await prepareSearch(ctx, accountId, given, true), after, page.size + 1)
    : written;
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
    totalCount: found.counted.total > mostCounted ? null : found.counted.total,
  };
}

type Page = { counted: Counted; isBroad: boolean; rows: Ranked[] };

async function findPage(ctx: Context, accountId: string, search: PreparedSearch, after: After | null, size: number): Promise<Page> {
  const hasTerms = search.words.terms.length > 0;
  return ctx.db.transaction().execute(async (trx) => {
    // The companies of a country may all be at the end of the table, so reading it until enough are found could read all of it.
    await sql`set local enable_seqscan = off`.execute(trx);
    const lastId = after !== null && Number(after.score) === 0 ? after.id : '0';
    const counted = await countMatches(trx, search, lastId, Math.max(mostRanked, size + mostBest));
    const isBroad = after?.isBroad ?? (hasTerms && counted.total > mostRanked);
    if (hasTerms && !isBroad) return { counted, isBroad, rows: await findRanked(trx, accountId, search, counted, after, size) };
    const best = hasTerms ? await findBest(trx, accountId, search) : [];
    const ranked = best.filter((row) => isBehind(row, after)).slice(0, size);
    const others = await findByAge(trx, search, counted, lastId, size - ranked.length, new Set(best.map(({ id }) => id)));
    return { counted, isBroad, rows: [...ranked, ...others.map((id) => ({ id, score: '0' }))] };
  });
}

function afterOf(cursor: string): After {
  const [score, id] = decodeCursor(cursor, /^b?[01](\.\d{1,4})?$/, /^\d{1,18}$/);
  return { score: score.replace('b', ''), id, isBroad: score.startsWith('b') };
}

/** In one statement: the matches that are counted are those of which the page is taken. */
async function countMatches(trx: Database, { conditions }: PreparedSearch, lastId: string, size: number): Promise<Counted> {
  const { rows } = await sql<{ total: number; ids: string[] }>`
    with found as materialized (select c.id from companies c where ${conditions} limit ${mostCounted + 1})
    select (select count(*)::int from found) as total,
      array(select id::text from found where id > ${lastId}::bigint order by found.id limit ${size}) as ids`.execute(trx);
  const { total, ids } = firstOf(rows);
  return { total, ids: total > mostCounted ? null : ids };
}

function behind(after: After | null): RawBuilder<boolean> {
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
  // While pages are read, companies may be added, so that there are more than were to be ranked.
  const matches = total <= mostRanked && ids !== null ? sql`c.id = any(${ids}::bigint[])` : conditions;
  const { rows } = await sql<Ranked>`
    select id, score from (select c.id, ${companySearchScore(accountId, words)} as score from companies c where ${matches}) as found
    where ${behind(after)} order by score desc, id limit ${size}`.execute(trx);
  return rows;
}

/** Of a search with too many results to rank: companies named exactly like the term, names that begin with it, and visitors. */
async function findBest(trx: Database, accountId: string, { conditions, words }: PreparedSearch): Promise<Ranked[]> {
  const keys = [...new Set(words.terms.flatMap(nameKeys))];
  const domains = words.terms.map((term) => term.trim().toLowerCase());
  const { rows } = await sql<Ranked>`
    with near as materialized (
      select d.company_id as id from company_domains d where d.domain = any(${domains}::text[])
      union select named.company_id from unnest(${keys}::text[]) as wanted (key) cross join lateral (
        select k.company_id from company_name_keys k where k.name_key >= wanted.key and k.name_key < wanted.key || chr(127)
        order by k.name_key limit ${mostBest}) as named
      union (select company_id from leads where account_id = ${accountId} order by last_visit_at desc limit ${checkedLeads})
    )
    select c.id, ${companySearchScore(accountId, words)} as score from companies c
    where c.id = any(array(select id from near)) and ${conditions} order by score desc, c.id limit ${mostBest}`.execute(trx);
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
  for await (const ids of idsAfter(trx, search, lastId, size, counted.total)) {
    found.push(...ids.filter((id) => !except.has(id)));
    if (found.length >= size) break;
  }
  return found.slice(0, size);
}

/** The first window is wide enough if matches are spread evenly. */
async function* idsAfter(
  db: Database,
  { conditions }: PreparedSearch,
  after: string,
  batch: number,
  matches: number,
): AsyncGenerator<string[]> {
  const { rows } = await sql<{ id: string }>`select coalesce(max(id), 0) as id from companies`.execute(db);
  const { id: maxId } = firstOf(rows);
  yield* idsInWindows({
    after,
    maxId,
    batchSize: batch,
    width: (2 * batch * Number(maxId)) / matches,
    async find(from, until, limit) {
      const found = await sql<{ id: string }>`
        select c.id from companies c where ${conditions} and c.id > ${String(from)}::bigint and c.id <= ${String(until)}::bigint
        order by c.id limit ${limit}`.execute(db);
      return found.rows.map(({ id }) => id);
    },
  });
}

function isBehind({ id, score }: Ranked, after: After | null): boolean {
  if (after === null) return true;
  const difference = Number(score) - Number(after.score);
  return difference < 0 || (difference === 0 && BigInt(id) > BigInt(after.id));
}

/** Yields the ids of all matches in batches, to bound memory. */
export async function* searchCompanyIds(ctx: Context, accountId: string, search: CompanySearch): AsyncIterable<string[]> {
  yield* idsAfter(ctx.db, await prepareSearch(ctx, accountId, search, true), '0', batchSize, mostCounted);
}
