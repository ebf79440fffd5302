import { sql } from 'kysely';
import type { Context } from '../context.ts';
import type { CampaignLocation, CampaignSettings, CampaignSummary } from './campaign.ts';

/** These functions read all visits of campaigns. They are used while the rollups are being rebuilt. */

export async function countCampaignSummaries(ctx: Context, accountId: string, names: string[]): Promise<Map<string, CampaignSummary>> {
  const { rows } = await sql<CampaignSummary & { campaign: string }>`
    select campaign, count(*)::int as visits, count(distinct company_id)::int as companies, coalesce(sum(page_depth), 0)::int as page_views,
      coalesce(sum(jsonb_array_length(goals)), 0)::int as goals, min(started_at) as first_visit_at, max(started_at) as last_visit_at
    from visits where account_id = ${accountId} and campaign = any(${names}::text[]) and page_depth > 0 group by campaign`.execute(ctx.db);
  return new Map(rows.map(({ campaign, ...summary }) => [campaign, summary]));
}

export async function countCampaignSettings(ctx: Context, accountId: string, names: string[]): Promise<Map<string, CampaignSettings>> {
  const { rows } = await sql<CampaignSettings & { campaign: string }>`
    select campaign, coalesce(array_agg(distinct source order by source) filter (where source is not null), '{}') as sources,
      coalesce(array_agg(distinct medium order by medium) filter (where medium is not null), '{}') as mediums
    from visits where account_id = ${accountId} and campaign = any(${names}::text[]) and page_depth > 0 group by campaign`.execute(ctx.db);
  return new Map(rows.map(({ campaign, ...settings }) => [campaign, settings]));
}

export async function countCampaignLocations(ctx: Context, accountId: string, names: string[]): Promise<Map<string, CampaignLocation[]>> {
  const { rows } = await sql<CampaignLocation & { campaign: string }>`
    select v.campaign, p.country_code, count(*)::int as visits, count(distinct v.company_id)::int as companies
    from visits v join places p on p.account_id = ${accountId} and p.id = v.place_id
    where v.account_id = ${accountId} and v.campaign = any(${names}::text[]) and v.page_depth > 0 and p.country_code is not null
    group by 1, 2 order by 1, 3 desc, 2`.execute(ctx.db);
  return Map.groupBy(rows, ({ campaign }) => campaign);
}
