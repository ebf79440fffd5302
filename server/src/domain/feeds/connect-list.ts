import type { Transaction } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { DB } from '../../db/schema.ts';
import { firstOf } from '../../lib/first-of.ts';
import { shortJobsQueue } from '../account-queues.ts';
import type { Context } from '../context.ts';
import { refuseWhileInFeeds } from '../feed-filters/list-feeds-using.ts';
import type { List } from '../lists/list.ts';
import { removeFromCampaigns } from '../lists/remove-from-campaigns.ts';
import { checkListName } from '../lists/write-lists.ts';
import { Problem } from '../problem.ts';

export const followFeedJobName = 'follow-feed';

type FollowedFeed = { id: string; name: string; connectedList: List | null };

/** Creates the list that follows a feed, or renames the existing one, and queues its synchronization. */
export async function connectList(
  ctx: Context,
  trx: Transaction<DB>,
  accountId: string,
  feed: FollowedFeed,
  requested: { id?: string; name?: string },
): Promise<void> {
  const { connectedList } = feed;
  if (requested.id !== undefined && requested.id !== connectedList?.id) {
    const title = 'The id must be that of the list that already follows this feed. Leave the id out to create a list.';
    throw new Problem('invalid_input', { title, related: { name: 'connected_list', attribute: 'id' } });
  }
  const name =
    requested.name === undefined ? null : checkListName(requested.name, { related: { name: 'connected_list', attribute: 'name' } });
  if (connectedList) {
    if (name !== null) {
      await trx.updateTable('lists').set({ name }).where('account_id', '=', accountId).where('id', '=', connectedList.number).execute();
    }
    return enqueueFollowFeed(ctx, trx, accountId, connectedList.number);
  }
  const number = firstOf(await ctx.ids.records(trx, 1));
  await trx
    .insertInto('lists')
    .values({
      account_id: accountId,
      id: number,
      kind: 'feed',
      scope: 'company',
      name: name ?? feed.name,
      feed_id: feed.id,
      created_at: ctx.clock.now(),
    })
    .execute();
  await enqueueFollowFeed(ctx, trx, accountId, number);
}

/** Deletes the list and removes it from campaigns. Rejects if another feed uses it. */
export async function disconnectList(ctx: Pick<Context, 'db'>, accountId: string, feedId: string, list: List): Promise<void> {
  const filter = { field: 'list', values: [list.id, list.number], exceptFeedId: feedId };
  await refuseWhileInFeeds(ctx, accountId, `The list "${list.name}"`, filter);
  await removeFromCampaigns(ctx.db, accountId, { listNumber: list.number });
  await ctx.db.deleteFrom('lists').where('account_id', '=', accountId).where('id', '=', list.number).execute();
}

/** One queue entry per list; further changes are merged into a waiting entry. */
export function enqueueFollowFeed(ctx: Context, db: Database, accountId: string, listNumber: string): Promise<void> {
  const options = { key: `${followFeedJobName}:${accountId}:${listNumber}`, queue: shortJobsQueue(accountId) };
  return ctx.jobs.add(db, followFeedJobName, { accountId, listNumber }, options);
}
