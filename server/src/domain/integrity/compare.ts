import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { DB } from '../../db/schema.ts';
import { type CheckedAccount, type CheckResult, type Difference, maxExamples } from './check.ts';

/**
 * Compares two queries that return `subject` and `value`. Runs in the database, which can spill to disk, and returns a few examples and the
 * number of differences.
 */
export async function compare(trx: Transaction<DB>, stored: RawBuilder<unknown>, counted: RawBuilder<unknown>): Promise<CheckResult> {
  const { rows } = await sql<Difference & { total: string }>`
    select subject, stored.value as stored, counted.value as counted, count(*) over () as total
    from (${stored}) as stored full join (${counted}) as counted using (subject)
    where stored.value is distinct from counted.value order by subject limit ${maxExamples}`.execute(trx);
  return resultOf(rows);
}

/**
 * Checks that a query returns no rows; otherwise returns their number and a few examples. The columns of the query are `subject`, `stored`
 * and `counted`.
 */
export async function expectNone(trx: Transaction<DB>, wrong: RawBuilder<unknown>): Promise<CheckResult> {
  const { rows } = await sql<Difference & { total: string }>`
    select subject, stored, counted, count(*) over () as total from (${wrong}) as wrong order by subject limit ${maxExamples}`.execute(trx);
  return resultOf(rows);
}

function resultOf(rows: (Difference & { total: string })[]): CheckResult {
  return {
    differences: Number(rows[0]?.total ?? 0),
    examples: rows.map(({ subject, stored, counted }) => ({ subject, stored, counted })),
  };
}

/**
 * Subquery `v`: the visits that the rollups of companies count (those with a company and at least one page view), with their day in the
 * account's time zone.
 */
export function countedVisits({ id, days, starts }: CheckedAccount): RawBuilder<unknown> {
  return sql`(
    select company_id, place_id, page_depth, page_ids, started_at, (${days}::date[])[width_bucket(started_at, ${starts}::timestamptz[])] as day
    from visits where account_id = ${id} and company_id is not null and page_depth > 0) as v`;
}

/** Formats a time for a report. */
export function timeOf(column: RawBuilder<unknown>): RawBuilder<string> {
  return sql`to_char((${column}) at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.MS "UTC"')`;
}
