import { sql } from 'kysely';
import type { Context } from '../context.ts';
import type { Interval } from '../dashboard/interval.ts';
import { prepareRollupTables } from '../dashboard/rollups.ts';
import { createCampaigns } from './discover-campaigns.ts';

type CampaignResult = {
  id: string;
  name: string;
  utmCampaign: string;
  visits: number;
  /** Identified companies. */
  companies: number;
  /** Companies whose first visit through this campaign is in the interval. */
  newCompanies: number;
  /** Goals reached in visits of the campaign. */
  goals: number;
  /** The part of the costs that falls into the interval, in `currency`. Null if no cost is known. */
  cost: number | null;
  currency: string | null;
};

type Row = Omit<CampaignResult, 'id'> & { id: string | null };

/** Campaigns beyond this number are counted but not listed. */
const maxResults = 200;

/**
 * Returns the campaigns with visits or costs in an interval, those with the most visits first. Visits are read from their rollups. Creates
 * the campaigns whose names are new.
 */
export async function listCampaignResults(ctx: Context, interval: Interval): Promise<{ campaigns: CampaignResult[]; total: number }> {
  const { accountId, from, to } = interval;
  const rollups = await prepareRollupTables(ctx, interval);
  const { rows } = await sql<Row & { total: number }>`
    with costs as (
      select campaign_id, max(currency) as currency, (round(sum(amount_cents::numeric * (least(last_day, ${to}::date) - greatest(first_day, ${from}::date) + 1)
        / (last_day - first_day + 1))) / 100)::float8 as cost
      from campaign_costs where account_id = ${accountId} and first_day <= ${to}::date and last_day >= ${from}::date group by 1),
    known as (
      select k.id, k.name, k.utm_campaign, c.cost, c.currency from campaigns k
      left join costs c on c.campaign_id = k.id where k.account_id = ${accountId})
    select k.id, coalesce(k.name, s.name) as name, coalesce(k.utm_campaign, s.name) as "utmCampaign", coalesce(s.visits, 0) as visits,
      coalesce(s.companies, 0) as companies, coalesce(s.new_companies, 0) as "newCompanies", coalesce(s.goals, 0) as goals, k.cost, k.currency, count(*) over ()::int as total
    from ${rollups('campaign')} as s full join known k on k.utm_campaign = s.name
    where s.visits > 0 or k.cost is not null
    order by 4 desc, 2 limit ${maxResults}`.execute(ctx.db);
  const unknown = rows.flatMap(({ id, utmCampaign }) => (id === null ? utmCampaign : []));
  const created = await createCampaigns(ctx, accountId, unknown);
  const campaigns = rows.flatMap(({ total: _, id, ...row }) => {
    const campaignId = id ?? created.get(row.utmCampaign);
    return campaignId === undefined ? [] : { ...row, id: campaignId };
  });
  return { campaigns, total: rows[0]?.total ?? 0 };
}
