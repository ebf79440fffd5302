import { sql } from 'kysely';
import { dayOf } from '../../lib/zoned-days.ts';
import { getAccount } from '../accounts/get-account.ts';
import type { Context } from '../context.ts';
import { enqueueFollowing } from './connect-list.ts';
import { feedScope } from './feed-scope.ts';
import { matchingLeads } from './matching-leads.ts';
import { type StoredFilters, storedFilters } from './stored-filters.ts';
import { windowOf } from './window.ts';

/** A list contains the companies that its feed finds in the visits of the last twelve months. */
const followedDays = 365;

/** Synchronizes a list of kind `feed` with its feed: removes companies that left the feed and adds new ones. */
export async function followFeed(ctx: Context, accountId: string, listNumber: string): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ filters: StoredFilters }>`
      select f.filters from lists l join custom_feeds f on f.account_id = ${accountId} and f.id = l.feed_id
      where l.account_id = ${accountId} and l.id = ${listNumber} and l.kind = 'feed' for update of l`.execute(trx);
    if (!rows[0]) return;
    const account = await getAccount({ ...ctx, db: trx }, accountId);
    const dayAt = (time: number) => dayOf(time, account.timezone);
    const window = windowOf(dayAt(now.getTime() - followedDays * 86_400_000), dayAt(now.getTime()), account.timezone);
    const scope = await feedScope({ ...ctx, db: trx }, account, window);
    await sql`
      with wanted as materialized (
        select company_id from ${matchingLeads(scope, storedFilters(rows[0].filters))} as lead),
      gone as (
        delete from list_items
        where account_id = ${accountId} and list_id = ${listNumber} and item_id not in (select company_id from wanted))
      insert into list_items (account_id, list_id, item_id, added_at)
      select ${accountId}::bigint, ${listNumber}::bigint, company_id, ${now}::timestamptz from wanted
      on conflict do nothing`.execute(trx);
  });
}

/** Queues the synchronization of all lists that follow a feed, because new visits change feeds. */
export async function followFeeds(ctx: Context): Promise<void> {
  const lists = await ctx.db.selectFrom('lists').select(['account_id', 'id']).where('kind', '=', 'feed').execute();
  for (const { account_id, id } of lists) await enqueueFollowing(ctx, ctx.db, account_id, id);
}
