import { sql } from 'kysely';
import type { Context } from '../context.ts';
import type { Interval } from './interval.ts';
import { prepareRollupTables } from './rollups.ts';

type GoalResult = { id: string; name: string; active: boolean; visits: number; companies: number };

/** Returns how many visits and companies reached each goal in an interval, and the number of all visits. Both are read from rollups. */
export async function listGoalResults(ctx: Context, interval: Interval): Promise<{ goals: GoalResult[]; visits: number }> {
  const rollups = await prepareRollupTables(ctx, interval);
  const [goals, all] = await Promise.all([
    sql<GoalResult>`
      select g.id, g.name, g.active, coalesce(s.visits, 0) as visits, coalesce(s.companies, 0) as companies
      from goals g left join ${rollups('goal')} as s on s.name = g.id::text
      where g.account_id = ${interval.accountId} order by 4 desc, g.created_at, g.id`.execute(ctx.db),
    sql<{ visits: number }>`select visits from ${rollups('all')} as s`.execute(ctx.db),
  ]);
  return { goals: goals.rows, visits: all.rows[0]?.visits ?? 0 };
}
