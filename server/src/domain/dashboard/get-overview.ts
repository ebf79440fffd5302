import { sql } from 'kysely';
import { firstOf } from '../../lib/first-of.ts';
import { daysBetween } from '../../lib/zoned-days.ts';
import type { Context } from '../context.ts';
import { exactGapDays } from '../visits/company-gaps.ts';
import { type Interval, intervalBefore } from './interval.ts';
import { rollupSums, stepSums } from './rollups.ts';
import { type Steps, stepsOf } from './steps.ts';

type Totals = { visits: number; identified: number; companies: number; newCompanies: number; pageViews: number; goals: number };
/** `at` names the step: an hour by its time, a day or a week by its first day. */
type OverviewStep = { at: string; visits: number; identified: number; companies: number };
export type Overview = {
  totals: Totals;
  /** Totals of the days that the interval is compared with. */
  before: Totals;
  compared: { from: string; to: string };
  unit: Steps['unit'];
  steps: OverviewStep[];
  /** Visits of the compared days, step by step from their beginning. Null if they are counted in another unit. */
  visitsBefore: number[] | null;
};

/** Returns the totals of an interval and of the one it is compared with (by default the one before), and the values over time. */
export async function getOverview(ctx: Context, interval: Interval, compared: Interval = intervalBefore(interval)): Promise<Overview> {
  const wanted = stepsOf(interval);
  const earlier = stepsOf(compared);
  const [totals, before, steps, stepsBefore] = await Promise.all([
    totalsOf(ctx, interval),
    totalsOf(ctx, compared),
    countSteps(ctx, interval, wanted),
    earlier.unit === wanted.unit ? countSteps(ctx, compared, earlier) : null,
  ]);
  const visitsBefore = stepsBefore?.map(({ visits }) => visits) ?? null;
  return { totals, before, compared: { from: compared.from, to: compared.to }, unit: wanted.unit, steps, visitsBefore };
}

/** Up to this many visits of companies, those of a long interval are counted exactly: the estimate could be off by one of ten. */
const maxCountedVisits = 20_000;

async function totalsOf(ctx: Context, interval: Interval): Promise<Totals> {
  const sums = await rollupSums(ctx, interval);
  const { rows } = await sql<Totals>`
    select visits, identified, companies, new_companies as "newCompanies", page_views as "pageViews", goals from ${sums('all')} as s`.execute(
    ctx.db,
  );
  const totals = rows[0] ?? { visits: 0, identified: 0, companies: 0, newCompanies: 0, pageViews: 0, goals: 0 };
  const isEstimated = daysBetween(interval.from, interval.to).length > exactGapDays;
  return isEstimated && totals.identified <= maxCountedVisits ? { ...totals, companies: await countCompanies(ctx, interval) } : totals;
}

async function countCompanies(ctx: Context, { accountId, from, to }: Interval): Promise<number> {
  const { rows } = await sql<{ companies: number }>`
    select count(distinct company_id)::int as companies from company_days
    where account_id = ${accountId} and day between ${from} and ${to} and visits > 0`.execute(ctx.db);
  return firstOf(rows).companies;
}

async function countSteps(ctx: Context, interval: Interval, steps: Steps): Promise<OverviewStep[]> {
  const { rows } = await sql<Omit<OverviewStep, 'at'> & { step: number }>`
    select step, visits, identified, companies from ${stepSums(interval, steps, 'all')} as s`.execute(ctx.db);
  const counted = new Map(rows.map(({ step, ...sums }) => [step, sums]));
  return steps.names.map((name, index) => ({ at: name, ...(counted.get(index) ?? { visits: 0, identified: 0, companies: 0 }) }));
}
