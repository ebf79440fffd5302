import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../context.ts';
import type { Interval } from './interval.ts';
import { rollupStepTable } from './rollups.ts';
import { type Steps, stepsOf } from './steps.ts';

/** A time series with one value per step; the names of the steps are in `Trends.steps`. */
type Trend = { name: string; total: number; values: number[] };
export type Trends = { unit: Steps['unit']; steps: string[]; goals: Trend[]; campaigns: Trend[] };

const maxTrends = 5;

/** Returns time series of the top goals and campaigns. */
export async function getTrends(ctx: Context, interval: Interval): Promise<Trends> {
  const steps = stepsOf(interval);
  const goalNames = sql`join goals g on g.account_id = ${interval.accountId} and g.id::text = s.name`;
  const [goals, campaigns] = await Promise.all([
    countTrends(
      ctx,
      steps,
      sql`select g.name, s.step, sum(s.visits)::int as times from ${rollupStepTable(interval, steps, 'goal')} as s ${goalNames} group by 1, 2`,
    ),
    countTrends(ctx, steps, sql`select s.name, s.step, s.visits as times from ${rollupStepTable(interval, steps, 'campaign')} as s`),
  ]);
  return { unit: steps.unit, steps: steps.names, goals, campaigns };
}

async function countTrends(ctx: Context, { starts }: Steps, counted: RawBuilder<unknown>): Promise<Trend[]> {
  const { rows } = await sql<{ name: string; step: number; times: number }>`${counted}`.execute(ctx.db);
  const trends = new Map<string, Trend>();
  for (const row of rows) {
    const trend = trends.get(row.name) ?? { name: row.name, total: 0, values: Array<number>(starts.length).fill(0) };
    trend.values[row.step] = row.times;
    trend.total += row.times;
    trends.set(row.name, trend);
  }
  return [...trends.values()].sort((a, b) => b.total - a.total || a.name.localeCompare(b.name)).slice(0, maxTrends);
}
