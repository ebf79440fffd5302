import { changesBetween } from '../audit/changes-between.ts';
import { withAudit } from '../audit/record-audit.ts';
import { checkName } from '../check-name.ts';
import type { Context } from '../context.ts';
import { getList } from '../lists/list.ts';
import { Problem } from '../problem.ts';
import type { Campaign, CampaignChange } from './campaign.ts';
import { getCampaign } from './list-campaigns.ts';

/** Updates only the given fields. The list and the feed must belong to the account. */
export async function updateCampaign(ctx: Context, accountId: string, campaignId: string, change: CampaignChange): Promise<Campaign> {
  const before = await getCampaign(ctx, accountId, campaignId);
  const after = { ...before, ...change };
  const name = checkName(after.name);
  if (after.startsOn !== null && after.endsOn !== null && after.startsOn > after.endsOn) {
    throw new Problem('invalid_input', { title: 'ends_on is before starts_on.', attribute: 'ends_on' });
  }
  const listNumber = after.listId === null ? null : (await getList(ctx, accountId, after.listId)).number;
  if (change.customFeedId) await checkFeed(ctx, accountId, change.customFeedId);
  const write = (trx: Context['db']) =>
    trx
      .updateTable('campaigns')
      .set({
        name,
        status: after.status,
        channel: after.channel,
        budget: after.budget === null ? null : JSON.stringify(after.budget),
        starts_on: after.startsOn,
        ends_on: after.endsOn,
        list_id: listNumber,
        custom_feed_id: after.customFeedId,
        updated_at: ctx.clock.now(),
      })
      .where('account_id', '=', accountId)
      .where('id', '=', campaignId)
      .execute();
  const subject = { kind: 'campaign', id: campaignId };
  const detail = changesBetween(before, { ...after, name });
  await withAudit(ctx, write, () => ({ for: { accountId }, action: 'campaign.changed', subject, detail }));
  return getCampaign(ctx, accountId, campaignId);
}

async function checkFeed(ctx: Context, accountId: string, feedId: string): Promise<void> {
  const feed = await ctx.db
    .selectFrom('custom_feeds')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', '=', feedId)
    .where('built_in_id', 'is', null)
    .executeTakeFirst();
  if (!feed) throw new Problem('not_found', `There is no custom feed ${feedId}.`);
}
