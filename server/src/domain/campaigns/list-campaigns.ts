import { sql } from 'kysely';
import { firstOf } from '../../lib/first-of.ts';
import type { Context } from '../context.ts';
import type { Campaign } from './campaign.ts';
import { campaignSelection } from './campaign-selection.ts';
import { discoverCampaigns } from './discover-campaigns.ts';

type CampaignsQuery = { status: string | null; offset: number; limit: number };

/** Creates campaigns for new campaign names in visits, then lists all campaigns by name. */
export async function listCampaigns(
  ctx: Context,
  accountId: string,
  { status, offset, limit }: CampaignsQuery,
): Promise<{ campaigns: Campaign[]; totalCount: number }> {
  await discoverCampaigns(ctx, accountId);
  const condition = status === null ? sql`true` : sql`k.status = ${status}`;
  const [found, counted] = await Promise.all([
    sql<Campaign>`select ${campaignSelection(accountId)} where k.account_id = ${accountId} and ${condition} order by lower(k.name), k.id offset ${offset} limit ${limit}`.execute(
      ctx.db,
    ),
    sql<{ total: number }>`select count(*)::int as total from campaigns k where k.account_id = ${accountId} and ${condition}`.execute(
      ctx.db,
    ),
  ]);
  return { campaigns: found.rows, totalCount: firstOf(counted.rows).total };
}
