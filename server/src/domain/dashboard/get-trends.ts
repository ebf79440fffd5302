import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../context.ts';
import { type Interval, visitsWithin } from './interval.ts';
import { type Steps, stepsOf } from './steps.ts';

/** A time series with one value per step; the names of the steps are in `Trends.steps`. */
type Trend = { name: string; total: number; values: number[] };
export type Trends = { unit: Steps['unit']; steps: string[]; goals: Trend[]; campaigns: Trend[] };

const maxTrends = 5;

/** Returns time series of the top goals and campaigns. */
export async function getTrends(ctx: Context, interval: Interval): Promise<Trends> {
  const { accountId } = interval;
  const { unit, names, starts } = stepsOf(interval);
  const trendsOf = (name: RawBuilder<unknown>, joins: RawBuilder<unknown> = sql``) => countTrends(ctx, interval, { name, joins, starts });
  const [goals, campaigns] = await Promise.all([
    trendsOf(
      sql`g.name`,
      sql`cross join lateral jsonb_array_elements(v.goals) as reached (goal)
        join goals g on g.account_id = ${accountId} and g.id = (reached.goal ->> 'goalId')::uuid`,
    ),
    trendsOf(sql`v.campaign`),
  ]);
  return { unit, steps: names, goals, campaigns };
}

type Counted = { name: RawBuilder<unknown>; joins: RawBuilder<unknown>; starts: Date[] };

async function countTrends(ctx: Context, interval: Interval, { name, joins, starts }: Counted): Promise<Trend[]> {
  const { rows } = await sql<{ name: string; step: number; times: number }>`
    select ${name} as name, width_bucket(v.started_at, ${starts}::timestamptz[]) - 1 as step,
      count(*)::int as times
    from visits v ${joins} where ${visitsWithin(interval)} and ${name} is not null group by 1, 2`.execute(ctx.db);
  const trends = new Map<string, Trend>();
  for (const row of rows) {
    const trend = trends.get(row.name) ?? { name: row.name, total: 0, values: Array<number>(starts.length).fill(0) };
    trend.values[row.step] = row.times;
    trend.total += row.times;
    trends.set(row.name, trend);
  }
  return [...trends.values()].sort((a, b) => b.total - a.total || a.name.localeCompare(b.name)).slice(0, maxTrends);
}
