import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../db/connect.ts';
import { firstOf } from '../lib/first-of.ts';

/** Number of windows (ranges of ids) that are searched for a match. */
const windowCount = 100;
/** Average number of records in a window. */
const recordsInWindow = 30;
/** Number of standard deviations by which the sampled number of matches is reduced, to get a lower bound. */
const deviations = 2;

/** A search of a large table of the directory. The conditions refer to the table by its alias. */
type Search = {
  table: 'companies' | 'contacts';
  alias: string;
  conditions: RawBuilder<boolean>;
  criteriaCount: number;
  /** Upper bound of the number of matches, if known. */
  maxMatches?: number;
};

/** `isBeyondLimit`: there are almost certainly more matches than the limit. */
type Estimate = { matches: number; isBeyondLimit: boolean };

/**
 * Estimates the number of matches. Unless it is beyond the limit, the caller must count them. The statistics of the database are accurate
 * for one criterion. For several criteria they assume independence, so a sample of the table decides whether the number is beyond the
 * limit. `maxMatches` allows a sample even if the statistics predict few matches: words such as those of a job title often occur together.
 */
export async function estimateMatches(trx: Database, search: Search, limit: number): Promise<Estimate> {
  const matches = await estimateFromStatistics(trx, search);
  if (search.criteriaCount <= 1) return { matches, isBeyondLimit: matches >= 1.5 * limit };
  if (Math.max(matches, search.maxMatches ?? 0) < 2 * limit) return { matches, isBeyondLimit: false };
  const sampled = await sampleMatches(trx, search);
  return { matches: Math.max(matches, sampled), isBeyondLimit: sampled > limit };
}

/** Whether there are more matches than the limit. Takes half the time of counting them and collecting their ids. */
export async function hasMoreMatches(
  trx: Database,
  { table, alias, conditions }: Omit<Search, 'criteriaCount' | 'maxMatches'>,
  limit: number,
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from ${sql.table(table)} ${sql.ref(alias)} where ${conditions} offset ${limit} limit 1`.execute(trx);
  return rows.length > 0;
}

type Plan = { Plan: { 'Node Type': string; 'Plan Rows': number } };

/** The number of matches according to the statistics of the database; 0 if unknown. */
export async function estimateFromStatistics(
  trx: Database,
  { table, alias, conditions }: Omit<Search, 'criteriaCount' | 'maxMatches'>,
): Promise<number> {
  const { rows } = await sql<{ 'QUERY PLAN': Plan[] }>`
    explain (format json) select 1 from ${sql.table(table)} ${sql.ref(alias)} where ${conditions}`.execute(trx);
  const { Plan: plan } = firstOf(firstOf(rows)['QUERY PLAN']);
  // The plan of a cluster does not estimate the rows that its nodes return.
  return plan['Node Type'] === 'Custom Scan' ? 0 : plan['Plan Rows'];
}

/** Returns a lower bound of the number of matches, extrapolated from the sample. A window with any matches counts as one match. */
async function sampleMatches(trx: Database, { table, alias, conditions }: Search): Promise<number> {
  const { rows } = await sql<{ first: string; last: string; records: number }>`
    select (select coalesce(min(id), 0) from ${sql.table(table)}) as first, (select coalesce(max(id), 0) from ${sql.table(table)}) as last,
      greatest(1, (select reltuples from pg_class where oid = to_regclass(${`public.${table}`}))) as records`.execute(trx);
  const { first, last, records } = firstOf(rows);
  const idCount = Number(last) - Number(first) + 1;
  const width = Math.max(1, Math.ceil((recordsInWindow * idCount) / records));
  const step = Math.floor(idCount / windowCount);
  if (step <= width) return 0;
  const id = sql.ref(`${alias}.id`);
  const start = sql`${first}::bigint + part.number * ${step}::bigint`;
  const { rows: found } = await sql<{ hits: number }>`
    select count(hit.found)::int as hits from generate_series(0, ${windowCount - 1}::int) as part (number) cross join lateral (
      select 1 as found from ${sql.table(table)} ${sql.ref(alias)}
      where ${id} >= ${start} and ${id} < ${start} + ${width}::bigint and ${conditions} limit 1) as hit`.execute(trx);
  const { hits } = firstOf(found);
  const minHits = hits - deviations * Math.sqrt(hits * (1 - hits / windowCount));
  return (Math.max(0, minHits) / windowCount) * (idCount / width);
}
