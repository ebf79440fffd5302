import { sql } from 'kysely';
import { firstOf } from '../../lib/first-of.ts';
import type { Context } from '../context.ts';
import { boundsOf, type Interval, intervalBefore, visitsWithin } from './interval.ts';
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
  const { fromAt, toAt } = boundsOf(interval);
  const { rows } = await sql<Totals>`
    select count(*)::int as visits, count(v.company_id)::int as identified, count(distinct v.company_id)::int as companies,
      coalesce(sum(v.page_depth), 0)::int as "pageViews", coalesce(sum(jsonb_array_length(v.goals)), 0)::int as goals,
      (select count(*)::int from leads l where l.account_id = ${interval.accountId}
        and l.first_visit_at >= ${fromAt} and l.first_visit_at < ${toAt}) as "newCompanies"
    from visits v where ${visitsWithin(interval)}`.execute(ctx.db);
  return firstOf(rows);
}

async function countSteps(ctx: Context, interval: Interval, { names, starts }: Steps): Promise<OverviewStep[]> {
  const { rows } = await sql<Omit<OverviewStep, 'at'> & { number: number }>`
    select width_bucket(v.started_at, ${starts}::timestamptz[]) as number, count(*)::int as visits,
      count(v.company_id)::int as identified, count(distinct v.company_id)::int as companies
    from visits v where ${visitsWithin(interval)} group by 1`.execute(ctx.db);
  const counted = new Map(rows.map(({ number, ...step }) => [number, step]));
  return names.map((name, index) => ({ at: name, ...(counted.get(index + 1) ?? { visits: 0, identified: 0, companies: 0 }) }));
}
