import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { type Interval, intervalBefore } from './interval.ts';
import { rollupSums, stepSums } from './rollups.ts';
import { type Steps, stepsOf } from './steps.ts';

type Totals = { visits: number; identified: number; companies: number; newCompanies: number; pageViews: number; goals: number };
/** `at` names the step: an hour by its time, a day or a week by its first day. */
type OverviewStep = { at: string; visits: number; identified: number; companies: number };
export type Overview = { totals: Totals; before: Totals; unit: Steps['unit']; steps: OverviewStep[] };

/** Returns the totals of an interval and of the previous one, and the time series of the interval. */
export async function getOverview(ctx: Context, interval: Interval): Promise<Overview> {
  const buckets = stepsOf(interval);
  const [totals, before, steps] = await Promise.all([
    totalsOf(ctx, interval),
    totalsOf(ctx, intervalBefore(interval)),
    countSteps(ctx, interval, buckets),
  ]);
  return { totals, before, unit: buckets.unit, steps };
}

async function totalsOf(ctx: Context, interval: Interval): Promise<Totals> {
  const sums = await rollupSums(ctx, interval);
  const { rows } = await sql<Totals>`
    select visits, identified, companies, new_companies as "newCompanies", page_views as "pageViews", goals from ${sums('all')} as s`.execute(
    ctx.db,
  );
  return rows[0] ?? { visits: 0, identified: 0, companies: 0, newCompanies: 0, pageViews: 0, goals: 0 };
}

async function countSteps(ctx: Context, interval: Interval, steps: Steps): Promise<OverviewStep[]> {
  const { rows } = await sql<Omit<OverviewStep, 'at'> & { step: number }>`
    select step, visits, identified, companies from ${stepSums(interval, steps, 'all')} as s`.execute(ctx.db);
  const counted = new Map(rows.map(({ step, ...sums }) => [step, sums]));
  return steps.names.map((name, index) => ({ at: name, ...(counted.get(index) ?? { visits: 0, identified: 0, companies: 0 }) }));
}
