import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../db/connect.ts';
import { firstOf } from '../lib/first-of.ts';

/** Windows of ids in which matches are looked for, and the number of records in each on average. */
const windows = 100;
const recordsInWindow = 30;
/** Standard deviations by which a sampled number must exceed the limit. */
const deviations = 2;

/** Conditions on a large table of the directory under an alias. `criteria` is the number of independent conditions. */
type Search = { table: 'companies' | 'contacts'; alias: string; conditions: RawBuilder<boolean>; criteria: number };

/**
 * Estimates the number of matches without counting them, if it certainly exceeds the limit. The statistics of the database are accurate
 * for one criterion. For several they assume independence, so a sample of the table is checked too. Returns null if uncertain: then the
 * matches must be counted.
 */
export async function estimateMany(trx: Database, search: Search, limit: number): Promise<number | null> {
  const estimate = await estimateMatches(trx, search);
  if (search.criteria <= 1) return estimate >= 1.5 * limit ? estimate : null;
  if (estimate < 2 * limit) return null;
  return (await sampleMatches(trx, search)) > limit ? estimate : null;
}

type Plan = { Plan: { 'Node Type': string; 'Plan Rows': number } };

/** The number of matches according to the statistics of the database; 0 if unknown. */
export async function estimateMatches(trx: Database, { table, alias, conditions }: Omit<Search, 'criteria'>): Promise<number> {
  const { rows } = await sql<{ 'QUERY PLAN': Plan[] }>`
    explain (format json) select 1 from ${sql.table(table)} ${sql.ref(alias)} where ${conditions}`.execute(trx);
  const { Plan: plan } = firstOf(firstOf(rows)['QUERY PLAN']);
  // A cluster does not estimate rows that its nodes return.
  return plan['Node Type'] === 'Custom Scan' ? 0 : plan['Plan Rows'];
}

/** A lower bound: every window with a match counts as one match. */
async function sampleMatches(trx: Database, { table, alias, conditions }: Search): Promise<number> {
  const { rows } = await sql<{ first: string; last: string; records: number }>`
    select (select coalesce(min(id), 0) from ${sql.table(table)}) as first, (select coalesce(max(id), 0) from ${sql.table(table)}) as last,
      greatest(1, (select reltuples from pg_class where oid = to_regclass(${`public.${table}`}))) as records`.execute(trx);
  const { first, last, records } = firstOf(rows);
  const ids = Number(last) - Number(first) + 1;
  const width = Math.max(1, Math.ceil((recordsInWindow * ids) / records));
  const step = Math.floor(ids / windows);
  if (step <= width) return 0;
  const id = sql.ref(`${alias}.id`);
  const start = sql`${first}::bigint + part.number * ${step}::bigint`;
  const { rows: found } = await sql<{ hits: number }>`
    select count(hit.found)::int as hits from generate_series(0, ${windows - 1}::int) as part (number) cross join lateral (
      select 1 as found from ${sql.table(table)} ${sql.ref(alias)}
      where ${id} >= ${start} and ${id} < ${start} + ${width}::bigint and ${conditions} limit 1) as hit`.execute(trx);
  const { hits } = firstOf(found);
  const sure = hits - deviations * Math.sqrt(hits * (1 - hits / windows));
  return (Math.max(0, sure) / windows) * (ids / width);
}
