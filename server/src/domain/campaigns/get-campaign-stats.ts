import { sql } from 'kysely';
import { firstOf } from '../../lib/first-of.ts';
import { itemAt } from '../../lib/item-at.ts';
import { lastOf } from '../../lib/last-of.ts';
import { nextDay, startOfDayMs, startsOfDays } from '../../lib/zoned-days.ts';
import type { Context } from '../context.ts';
import { getCampaign } from './get-campaign.ts';
import { type Frequency, type Period, periodsBetween } from './periods.ts';

type PeriodStats = {
  period: string;
  visits: number;
  companies: number;
  /** Companies whose first visit, through any campaign or none, is in the period. */
  newLeads: number;
  pageViews: number;
  goals: number;
  identifiedShare: number;
};
type StatsQuery = { startDay: string; endDay: string; frequency: Frequency; offset: number; limit: number };

type Row = {
  /** Position of the period, starting at 1. */
  number: number;
  visits: number;
  companies: number;
  new_leads: number;
  page_views: number;
  goals: number;
  identified: number;
};

/** Returns the results of a campaign by period in the account's time zone, including periods without visits. */
export async function getCampaignStats(
  ctx: Context,
  account: { id: string; timezone: string },
  campaignId: string,
  { startDay, endDay, frequency, offset, limit }: StatsQuery,
): Promise<{ stats: PeriodStats[]; totalCount: number }> {
  const { utmCampaign } = await getCampaign(ctx, account.id, campaignId);
  const allPeriods = periodsBetween(startDay, endDay, frequency);
  const periods = allPeriods.slice(offset, offset + limit);
  const counted = periods.length === 0 ? [] : await countVisits(ctx, account, utmCampaign, periods);
  const rows = new Map(counted.map((row) => [itemAt(periods, row.number - 1).period, row]));
  return { totalCount: allPeriods.length, stats: periods.map(({ period }) => statsOf(period, rows.get(period))) };
}

async function countVisits(ctx: Context, account: { id: string; timezone: string }, campaign: string, periods: Period[]) {
  const { timezone } = account;
  const fromAt = new Date(startOfDayMs(firstOf(periods).from, timezone));
  const toAt = new Date(startOfDayMs(nextDay(lastOf(periods).to), timezone));
  const starts = startsOfDays(
    periods.map(({ period }) => period),
    timezone,
  );
  const { rows } = await sql<Row>`
    select number, count(*)::int as visits, count(distinct company_id)::int as companies,
      (count(distinct company_id) filter (where is_new))::int as new_leads, sum(page_depth)::int as page_views,
      sum(jsonb_array_length(goals))::int as goals, count(company_id)::int as identified
    from (
      select width_bucket(v.started_at, ${starts}::timestamptz[]) as number, v.company_id, v.page_depth, v.goals,
        width_bucket(l.first_visit_at, ${starts}::timestamptz[]) = width_bucket(v.started_at, ${starts}::timestamptz[]) as is_new
      from visits v left join leads l on l.account_id = ${account.id} and l.company_id = v.company_id
      where v.account_id = ${account.id} and v.campaign = ${campaign} and v.started_at >= ${fromAt} and v.started_at < ${toAt} and v.page_depth > 0
    ) as visit group by number`.execute(ctx.db);
  return rows;
}

function statsOf(period: string, row: Row | undefined): PeriodStats {
  if (row === undefined) return { period, visits: 0, companies: 0, newLeads: 0, pageViews: 0, goals: 0, identifiedShare: 0 };
  return {
    period,
    visits: row.visits,
    companies: row.companies,
    newLeads: row.new_leads,
    pageViews: row.page_views,
    goals: row.goals,
    identifiedShare: Math.round((row.identified / row.visits) * 1000) / 1000,
  };
}
