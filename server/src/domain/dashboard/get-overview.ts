import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { type Interval, intervalBefore, visitsWithin } from './interval.ts';

export type Totals = { visits: number; identified: number; companies: number; newCompanies: number; pageViews: number; goals: number };
export type OverviewDay = { day: string; visits: number; identified: number; companies: number };
export type Overview = { totals: Totals; before: Totals; days: OverviewDay[] };

/** The figures of an interval, those of the one before, and their course by day. */
export async function getOverview(ctx: Context, interval: Interval): Promise<Overview> {
  const [totals, before, days] = await Promise.all([
    totalsOf(ctx, interval),
    totalsOf(ctx, intervalBefore(interval)),
    daysOf(ctx, interval),
  ]);
  return { totals, before, days };
}

async function totalsOf(ctx: Context, interval: Interval): Promise<Totals> {
  const { accountId, from, to, timezone } = interval;
  const { rows } = await sql<Totals>`
    select count(*)::int as visits, count(v.company_id)::int as identified, count(distinct v.company_id)::int as companies,
      coalesce(sum(v.page_depth), 0)::int as "pageViews", coalesce(sum(jsonb_array_length(v.goals)), 0)::int as goals,
      (select count(*)::int from leads l where l.account_id = ${accountId}
        and l.first_visit_at >= ${from}::date::timestamp at time zone ${timezone}
        and l.first_visit_at < (${to}::date + 1)::timestamp at time zone ${timezone}) as "newCompanies"
    from visits v where ${visitsWithin(interval)}`.execute(ctx.db);
  return rows[0]!;
}

async function daysOf(ctx: Context, interval: Interval): Promise<OverviewDay[]> {
  const { from, to, timezone } = interval;
  const { rows } = await sql<OverviewDay>`
    select days.day::date::text as day, coalesce(sums.visits, 0) as visits, coalesce(sums.identified, 0) as identified, coalesce(sums.companies, 0) as companies
    from generate_series(${from}::date::timestamp, ${to}::date::timestamp, interval '1 day') as days (day)
    left join (
      select (v.started_at at time zone ${timezone})::date as day, count(*)::int as visits, count(v.company_id)::int as identified,
        count(distinct v.company_id)::int as companies
      from visits v where ${visitsWithin(interval)} group by 1) sums on sums.day = days.day::date
    order by days.day`.execute(ctx.db);
  return rows;
}
