import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../context.ts';
import { type Interval, visitsWithin } from './interval.ts';

/** A source, and optionally one of its campaigns. A null `campaign` selects visits without a campaign. */
type DrillDownPath = { source: string; medium: string | null; campaign?: string | null };
/** `name` is null for visits without a campaign. */
type DrillDownRow = { name: string | null; visits: number; companies: number };
export type DrillDown = { level: 'campaigns' | 'pages'; shares: DrillDownRow[] };

const maxRows = 50;

/** Returns the campaigns of a source, or the pages viewed in visits of a source and campaign. */
export async function getDrillDown(ctx: Context, interval: Interval, { source, medium, campaign }: DrillDownPath): Promise<DrillDown> {
  const ofSource = sql<boolean>`v.source = ${source} and v.medium is not distinct from ${medium}`;
  const count = async (name: RawBuilder<unknown>, joins: RawBuilder<unknown>, condition: RawBuilder<boolean>) => {
    const { rows } = await sql<DrillDownRow>`
      select ${name} as name, count(*)::int as visits, count(distinct v.company_id)::int as companies
      from visits v ${joins} where ${visitsWithin(interval)} and ${condition}
      group by 1 order by 2 desc, 1 nulls last limit ${maxRows}`.execute(ctx.db);
    return rows;
  };
  if (campaign === undefined) return { level: 'campaigns', shares: await count(sql`v.campaign`, sql``, ofSource) };
  const seen = sql`cross join lateral (select distinct page_id from unnest(v.page_ids) as u (page_id)) as seen
    join pages g on g.account_id = ${interval.accountId} and g.id = seen.page_id`;
  const ofCampaign = sql<boolean>`${ofSource} and v.campaign is not distinct from ${campaign}`;
  return { level: 'pages', shares: await count(sql`g.path`, seen, ofCampaign) };
}
