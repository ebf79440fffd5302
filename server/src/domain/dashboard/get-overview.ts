import { sql } from 'kysely';
import { firstOf } from '../../lib/first-of.ts';
import { daysBetween, startsOfDays } from '../../lib/zoned-days.ts';
import type { Context } from '../context.ts';
import { boundsOf, type Interval, intervalBefore, visitsWithin } from './interval.ts';

type Totals = { visits: number; identified: number; companies: number; newCompanies: number; pageViews: number; goals: number };
type OverviewDay = { day: string; visits: number; identified: number; companies: number };
export type Overview = { totals: Totals; before: Totals; days: OverviewDay[] };

/** Returns the totals of an interval and of the previous one, and the values by day. */
export async function getOverview(ctx: Context, interval: Interval): Promise<Overview> {
  const [totals, before, days] = await Promise.all([
    totalsOf(ctx, interval),
    totalsOf(ctx, intervalBefore(interval)),
    daysOf(ctx, interval),
  ]);
  return { totals, before, days };
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

async function daysOf(ctx: Context, interval: Interval): Promise<OverviewDay[]> {
  const days = daysBetween(interval.from, interval.to);
  const { rows } = await sql<Omit<OverviewDay, 'day'> & { number: number }>`
    select width_bucket(v.started_at, ${startsOfDays(days, interval.timezone)}::timestamptz[]) as number, count(*)::int as visits,
      count(v.company_id)::int as identified, count(distinct v.company_id)::int as companies
    from visits v where ${visitsWithin(interval)} group by 1`.execute(ctx.db);
  const counted = new Map(rows.map(({ number, ...day }) => [number, day]));
  return days.map((day, at) => ({ day, ...(counted.get(at + 1) ?? { visits: 0, identified: 0, companies: 0 }) }));
}
