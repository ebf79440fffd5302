import { type RawBuilder, sql } from 'kysely';
import { firstOf } from '../../lib/first-of.ts';
import type { Context } from '../context.ts';
import { currentGeneration } from '../rollup-generation.ts';
import { type Interval, visitsWithin } from './interval.ts';

/** A source, and optionally one of its campaigns. A null `campaign` selects visits without a campaign. */
type DrillDownPath = { source: string; medium: string | null; campaign?: string | null };
/** `name` is null for visits without a campaign. */
type DrillDownRow = { name: string | null; visits: number; companies: number };
export type DrillDown = {
  level: 'campaigns' | 'pages';
  shares: DrillDownRow[];
  /** The first counted day if only the newest days of the interval were counted, because it has too many visits. */
  since: string | null;
};

const maxRows = 50;
/** Maximum number of visits that are read, to bound the cost on large accounts. */
const maxVisits = 50_000;

/**
 * Returns the campaigns of a source, or the pages viewed in visits of a source and campaign. If the interval has too many visits, only its
 * newest days are counted.
 */
export async function getDrillDown(ctx: Context, interval: Interval, { source, medium, campaign }: DrillDownPath): Promise<DrillDown> {
  const since = await findFirstDay(ctx, interval);
  const counted = since === null ? interval : { ...interval, from: since };
  const ofSource = sql<boolean>`v.source = ${source} and v.medium is not distinct from ${medium}`;
  const count = async (name: RawBuilder<unknown>, joins: RawBuilder<unknown>, condition: RawBuilder<boolean>) => {
    const { rows } = await sql<DrillDownRow>`
      select ${name} as name, count(*)::int as visits, count(distinct v.company_id)::int as companies
      from (
        select v.source, v.medium, v.campaign, v.company_id, v.page_ids from visits v
        where ${visitsWithin(counted)} order by v.started_at desc limit ${maxVisits}) as v
      ${joins} where ${condition}
      group by 1 order by 2 desc, 1 nulls last limit ${maxRows}`.execute(ctx.db);
    return rows;
  };
  if (campaign === undefined) return { level: 'campaigns', shares: await count(sql`v.campaign`, sql``, ofSource), since };
  const seen = sql`cross join lateral (select distinct page_id from unnest(v.page_ids) as u (page_id)) as seen
    join pages g on g.account_id = ${interval.accountId} and g.id = seen.page_id`;
  const ofCampaign = sql<boolean>`${ofSource} and v.campaign is not distinct from ${campaign}`;
  return { level: 'pages', shares: await count(sql`g.path`, seen, ofCampaign), since };
}

/**
 * Returns the first of the newest days that together have at most `maxVisits` visits, or the last day if it alone has more. Null if all
 * days of the interval together have no more.
 */
async function findFirstDay(ctx: Context, { accountId, from, to }: Interval): Promise<string | null> {
  const { rows } = await sql<{ since: string | null; first: string | null; last: string | null }>`
    select min(day) filter (where total <= ${maxVisits}) as since, min(day) as first, max(day) as last
    from (
      select day, sum(visits) over (order by day desc) as total from visit_rollups
      where account_id = ${accountId} and generation = ${currentGeneration(accountId)} and unit = 'day' and kind = 'all' and day between ${from}::date and ${to}::date and visits > 0) as counted`.execute(
    ctx.db,
  );
  const { since, first, last } = firstOf(rows);
  return since === first ? null : (since ?? last);
}
