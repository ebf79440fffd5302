import { sql } from 'kysely';
import { changesBetween } from '../audit/changes-between.ts';
import { withAudit } from '../audit/record-audit.ts';
import { checkName } from '../check-name.ts';
import type { Context } from '../context.ts';
import { getList } from '../lists/list.ts';
import { Problem } from '../problem.ts';
import type { Campaign, CampaignChange } from './campaign.ts';
import { getCampaign } from './get-campaign.ts';

/** Updates only the given fields. The list and the feed must belong to the account. */
export async function updateCampaign(ctx: Context, accountId: string, campaignId: string, change: CampaignChange): Promise<Campaign> {
  const write = async (trx: Context['db']) => {
    const bound = { ...ctx, db: trx };
    // Concurrent changes of other fields must not be overwritten.
    await sql`select 1 from campaigns where account_id = ${accountId} and id = ${campaignId} for update`.execute(trx);
    const before = await getCampaign(bound, accountId, campaignId);
    const after = { ...before, ...change };
    const name = checkName(after.name);
    if (after.startsOn !== null && after.endsOn !== null && after.startsOn > after.endsOn) {
      throw new Problem('invalid_input', { title: 'ends_on is before starts_on.', attribute: 'ends_on' });
    }
    const listNumber = after.listId === null ? null : (await getList(bound, accountId, after.listId)).number;
    if (change.customFeedId) await checkFeed(bound, accountId, change.customFeedId);
    await trx
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
    return changesBetween(before, { ...after, name });
  };
  const subject = { kind: 'campaign', id: campaignId };
  await withAudit(ctx, write, (detail) => ({ for: { accountId }, action: 'campaign.changed', subject, detail }));
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
