import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';
import type { Campaign } from './campaign.ts';
import { campaignSelection } from './campaign-selection.ts';

export async function getCampaign(ctx: Pick<Context, 'db'>, accountId: string, campaignId: string): Promise<Campaign> {
  const { rows } =
    await sql<Campaign>`select ${campaignSelection(accountId)} where k.account_id = ${accountId} and k.id = ${campaignId}`.execute(ctx.db);
  if (!rows[0]) throw new Problem('not_found', `There is no campaign ${campaignId}.`);
  return rows[0];
}
