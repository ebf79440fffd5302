import { getAccount } from '../accounts/get-account.ts';
import type { Context } from '../context.ts';
import type { Feed } from '../feeds/feed.ts';
import { feedScope } from '../feeds/feed-scope.ts';
import { findLeads } from '../feeds/find-leads.ts';
import { listFeeds } from '../feeds/list-feeds.ts';
import { windowOf } from '../feeds/window.ts';

export type CountedFeed = { id: string; name: string; isBuiltIn: boolean; filters: unknown; count: number };

const mostCounted = 10_000;

/** The feeds of an account with how many leads each holds in an interval. */
export async function listFeedCounts(ctx: Context, accountId: string, { from, to }: { from: string; to: string }): Promise<CountedFeed[]> {
  const account = await getAccount(ctx, accountId);
  const scope = await feedScope(ctx, account, windowOf(from, to, account.timezone));
  const counted: CountedFeed[] = [];
  // One after the other: a count may touch many rows, and nobody waits for it to read the page.
  for (const feed of await listFeeds(ctx, accountId)) counted.push(countedFeed(feed, await count(feed)));
  return counted;

  async function count(feed: Feed): Promise<number> {
    return (await findLeads(ctx.db, scope, feed, { offset: 0, limit: 0 }, mostCounted)).total;
  }
}

function countedFeed(feed: Feed, count: number): CountedFeed {
  return {
    id: feed.id,
    name: feed.name,
    isBuiltIn: feed.kind === 'built_in',
    filters: feed.kind === 'custom' ? feed.filters : { all: [] },
    count,
  };
}
