import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../context.ts';
import { inIndexOrder } from '../in-index-order.ts';
import { currentGeneration } from '../rollup-generation.ts';
import { totalDay } from '../visits/rollup-changes.ts';
import { type RollupKind, rollupValue } from '../visits/rollup-values.ts';
import type { CampaignLocation, CampaignSettings, CampaignSummary } from './campaign.ts';

/** Loads the totals of visits by campaign name. */
export async function loadCampaignSummaries(ctx: Context, accountId: string, names: string[]): Promise<Map<string, CampaignSummary>> {
  const startOfVisit = (order: RawBuilder<unknown>) => sql`(
    select v.started_at from visits v where v.account_id = ${accountId} and v.campaign = given.name and v.page_depth > 0
    order by v.started_at ${order} limit 1)`;
  const read = sql<CampaignSummary & { campaign: string }>`
    select given.name as campaign, r.visits, r.companies[1] as companies, r.page_views, r.goals,
      ${startOfVisit(sql`asc`)} as first_visit_at, ${startOfVisit(sql`desc`)} as last_visit_at
    from ${campaigns(names)} cross join lateral ${totalOf(accountId, 'campaign', sql`given.id`)} as r`;
  const { rows } = await inIndexOrder(ctx.db, (trx) => read.execute(trx));
  return new Map(rows.map(({ campaign, ...summary }) => [campaign, summary]));
}

/** Loads the sources and mediums of visits by campaign name. */
export async function loadCampaignSettings(ctx: Context, accountId: string, names: string[]): Promise<Map<string, CampaignSettings>> {
  const { rows } = await sql<CampaignSettings & { campaign: string }>`
    select campaign, coalesce(array_agg(distinct source order by source) filter (where source is not null), '{}') as sources,
      coalesce(array_agg(distinct medium order by medium) filter (where medium is not null), '{}') as mediums
    from (
      select given.name as campaign, part.name ->> 1 as source, part.name ->> 2 as medium
      from ${campaigns(names)} cross join lateral ${partsOf(accountId, 'campaign_channel')} as part) as channel
    group by campaign`.execute(ctx.db);
  return new Map(rows.map(({ campaign, ...settings }) => [campaign, settings]));
}

/** Loads the countries of visits by campaign name, most visits first. */
export async function loadCampaignLocations(ctx: Context, accountId: string, names: string[]): Promise<Map<string, CampaignLocation[]>> {
  const { rows } = await sql<CampaignLocation & { campaign: string }>`
    select given.name as campaign, part.name ->> 1 as country_code, part.visits, part.companies[1] as companies
    from ${campaigns(names)} cross join lateral ${partsOf(accountId, 'campaign_country')} as part order by 1, 3 desc, 2`.execute(ctx.db);
  return Map.groupBy(rows, ({ campaign }) => campaign);
}

/** Table expression: the names of campaigns with the ids of their rollup values. */
function campaigns(names: string[]): RawBuilder<unknown> {
  const ids = names.map((name) => rollupValue('campaign', name).id);
  return sql`unnest(${names}::text[], ${ids}::bigint[]) as given (name, id)`;
}

/** Table expression: the total of a value, if it has visits. `offset 0` makes the planner look it up by key. */
function totalOf(accountId: string, kind: RollupKind, valueId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
    select r.visits, r.companies, r.page_views, r.goals from visit_rollups r
    where r.account_id = ${accountId} and r.generation = ${currentGeneration(accountId)} and r.unit = 'total' and r.kind = ${kind} and r.day = ${totalDay}::date and r.value_id = ${valueId} and r.visits > 0
    offset 0)`;
}

/** Table expression: the parts of the campaign `given` with their totals. */
function partsOf(accountId: string, kind: 'campaign_channel' | 'campaign_country'): RawBuilder<unknown> {
  return sql`(
    select x.name::jsonb as name, r.visits, r.companies
    from (
      select id, name from rollup_values where account_id = ${accountId} and parent_id = given.id and kind = ${kind} offset 0) as x
    cross join lateral ${totalOf(accountId, kind, sql`x.id`)} as r)`;
}
