import { sql } from 'kysely';
import { firstOf } from '../../lib/first-of.ts';
import type { Context } from '../context.ts';

/** Fewer visits are summed in a few dozen milliseconds, so no rollups of the interval are stored for them. */
const manyForList = 20_000;

/** Whether these days have so many visits of companies that lists and counts should not be computed for every request. */
export async function hasManyVisits(
  ctx: Pick<Context, 'db'>,
  accountId: string,
  { from, to }: { from: string; to: string },
  many = manyForList,
): Promise<boolean> {
  const { rows } = await sql<{ visits: number }>`
    select coalesce(sum(visits), 0)::int as visits from visit_days
    where account_id = ${accountId} and day between ${from}::date and ${to}::date`.execute(ctx.db);
  return firstOf(rows).visits >= many;
}
