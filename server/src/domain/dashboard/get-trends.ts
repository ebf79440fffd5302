import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../context.ts';
import type { Interval } from './interval.ts';
import { rollupStepTable } from './rollups.ts';
import { type Steps, stepsOf } from './steps.ts';

/** A time series with one value per step; the names of the steps are in `Trends.steps`. `id` is that of the goal, or the name of the campaign. */
type Trend = { id: string; name: string; total: number; values: number[] };
export type Trends = { unit: Steps['unit']; steps: string[]; goals: Trend[]; campaigns: Trend[] };

const maxTrends = 5;

/** Returns time series of the top goals and campaigns. */
export async function getTrends(ctx: Context, interval: Interval): Promise<Trends> {
  const steps = stepsOf(interval);
  const [goals, campaigns] = await Promise.all([
    countTrends(
      ctx,
      steps,
      sql`select s.name as id, g.name, s.step, s.visits from ${rollupStepTable(interval, steps, 'goal')} as s
        join goals g on g.account_id = ${interval.accountId} and g.id::text = s.name`,
    ),
    countTrends(ctx, steps, sql`select s.name as id, s.name, s.step, s.visits from ${rollupStepTable(interval, steps, 'campaign')} as s`),
  ]);
  return { unit: steps.unit, steps: steps.names, goals, campaigns };
}

/** `counted` has a row per id and step. */
async function countTrends(ctx: Context, { starts }: Steps, counted: RawBuilder<unknown>): Promise<Trend[]> {
  const { rows } = await sql<Omit<Trend, 'values'> & { step: number; visits: number }>`
    with counted as (${counted}),
    top as (select id, sum(visits)::int as total from counted group by id, name order by total desc, name, id limit ${maxTrends})
    select id, c.name, c.step, c.visits, top.total from top join counted c using (id) order by top.total desc, c.name, id`.execute(ctx.db);
  const trends = new Map<string, Trend>();
  for (const { step, visits, ...row } of rows) {
    const trend = trends.get(row.id) ?? { ...row, values: Array<number>(starts.length).fill(0) };
    trend.values[step] = visits;
    trends.set(row.id, trend);
  }
  return [...trends.values()];
}
