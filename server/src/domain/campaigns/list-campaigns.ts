import { sql } from 'kysely';
import { firstOf } from '../../lib/first-of.ts';
import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';
import type { Campaign } from './campaign.ts';
import { discoverCampaigns } from './discover-campaigns.ts';

type CampaignsQuery = { status: string | null; offset: number; limit: number };

const columns = (accountId: string) => sql`
  k.id, k.name, k.status, k.utm_campaign as "utmCampaign", k.channel, k.budget, k.starts_on as "startsOn", k.ends_on as "endsOn", k.discovered,
  l.kind || '_' || l.id as "listId", l.name as "listName", f.id as "customFeedId", f.name as "customFeedName"
  from campaigns k
  left join lists l on l.account_id = ${accountId} and l.id = k.list_id
  left join custom_feeds f on f.account_id = ${accountId} and f.id = k.custom_feed_id`;

/** Lists campaigns by name, including those discovered from visits. */
export async function listCampaigns(
  ctx: Context,
  accountId: string,
  { status, offset, limit }: CampaignsQuery,
): Promise<{ campaigns: Campaign[]; totalCount: number }> {
  await discoverCampaigns(ctx, accountId);
  const condition = status === null ? sql`true` : sql`k.status = ${status}`;
  const [found, counted] = await Promise.all([
    sql<Campaign>`select ${columns(accountId)} where k.account_id = ${accountId} and ${condition} order by lower(k.name), k.id offset ${offset} limit ${limit}`.execute(
      ctx.db,
    ),
    sql<{ total: number }>`select count(*)::int as total from campaigns k where k.account_id = ${accountId} and ${condition}`.execute(
      ctx.db,
    ),
  ]);
  return { campaigns: found.rows, totalCount: firstOf(counted.rows).total };
}

export async function getCampaign(ctx: Pick<Context, 'db'>, accountId: string, campaignId: string): Promise<Campaign> {
  const { rows } = await sql<Campaign>`select ${columns(accountId)} where k.account_id = ${accountId} and k.id = ${campaignId}`.execute(
    ctx.db,
  );
  if (!rows[0]) throw new Problem('not_found', `There is no campaign ${campaignId}.`);
  return rows[0];
}
