import { sql } from 'kysely';
import { dayMs } from '../../lib/day-ms.ts';
import { dayOf } from '../../lib/zoned-days.ts';
import { getAccount } from '../accounts/get-account.ts';
import type { Context } from '../context.ts';
import { deleteFeedChanges, findChangedAccounts, isCheckDue, readFeedChanges } from '../feed-changes/read-feed-changes.ts';
import { recordFeedChanges } from '../feed-changes/record-feed-changes.ts';
import { addToItemCount } from '../lists/item-counts.ts';
import { loadFeedScope } from './load-feed-scope.ts';
import { matchingLeads } from './matching-leads.ts';
import { type StoredFilters, withFilterDefaults } from './stored-filters.ts';
import { visitIntervalOf } from './visit-interval.ts';

export const followChangesJobName = 'follow-changes';

/** A list contains the companies that its feed finds in the visits of the last twelve months. */
const followedDays = 365;

/** Synchronizes the lists of an account that follow a feed with the changed companies, or with all companies if the daily check is due. */
export async function followChanges(ctx: Context, accountId: string): Promise<void> {
  const changes = await readFeedChanges(ctx.db, accountId, 'lists');
  const { timezone } = await getAccount(ctx, accountId);
  const lists = await ctx.db
    .selectFrom('lists')
    .select(['id', 'checked_at'])
    .where('account_id', '=', accountId)
    .where('kind', '=', 'feed')
    .execute();
  for (const { id, checked_at } of lists) {
    if (isCheckDue(checked_at, ctx.clock.now(), timezone)) await followFeed(ctx, accountId, id);
    else if (changes.companyIds.length > 0) await followFeed(ctx, accountId, id, changes.companyIds);
  }
  await deleteFeedChanges(ctx.db, accountId, changes);
}

/**
 * Synchronizes a list of kind `feed` with its feed: removes companies that left the feed and adds those that entered it. If `among` is
 * given, only these companies are checked.
 */
export async function followFeed(ctx: Context, accountId: string, listNumber: string, among?: readonly string[]): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ filters: StoredFilters }>`
      select f.filters from lists l join custom_feeds f on f.account_id = ${accountId} and f.id = l.feed_id
      where l.account_id = ${accountId} and l.id = ${listNumber} and l.kind = 'feed' for update of l`.execute(trx);
    if (!rows[0]) return;
    const account = await getAccount({ ...ctx, db: trx }, accountId);
    const dayAt = (time: number) => dayOf(time, account.timezone);
    const interval = visitIntervalOf(dayAt(now.getTime() - followedDays * dayMs), dayAt(now.getTime()), account.timezone);
    const filters = withFilterDefaults(rows[0].filters);
    const scope = await loadFeedScope({ ...ctx, db: trx }, account, interval, { filters: [filters] });
    const isGiven = (column: string) => (among === undefined ? sql`true` : sql`${sql.ref(column)} = any(${among}::bigint[])`);
    const { rows: changes } = await sql<{ item_id: string; change: number }>`
      with wanted as materialized (
        select company_id from ${matchingLeads(scope, filters)} as lead where ${isGiven('company_id')}),
      gone as (
        delete from list_items
        where account_id = ${accountId} and list_id = ${listNumber} and ${isGiven('item_id')} and item_id not in (select company_id from wanted)
        returning item_id),
      added as (
        insert into list_items (account_id, list_id, item_id, added_at)
        select ${accountId}::bigint, ${listNumber}::bigint, company_id, ${now}::timestamptz from wanted
        on conflict do nothing returning item_id)
      select item_id, -1 as change from gone union all select item_id, 1 from added`.execute(trx);
    await addToItemCount(
      trx,
      accountId,
      listNumber,
      changes.reduce((sum, { change }) => sum + change, 0),
    );
    await recordFeedChanges(
      trx,
      accountId,
      changes.map(({ item_id }) => item_id),
    );
    if (among === undefined)
      await trx.updateTable('lists').set({ checked_at: now }).where('account_id', '=', accountId).where('id', '=', listNumber).execute();
  });
}

/** Queues the synchronization of lists in every account in which something has changed or a daily check is due. */
export async function enqueueFollowChanges(ctx: Context): Promise<void> {
  for (const accountId of await findChangedAccounts(ctx, 'lists'))
    await ctx.jobs.add(ctx.db, followChangesJobName, { accountId }, { key: `${followChangesJobName}:${accountId}` });
}
