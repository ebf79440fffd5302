import { getAccount } from '../accounts/get-account.ts';
import type { Context } from '../context.ts';
import type { Filters } from '../feed-filters/filter.ts';
import { type CustomFeed, listCustomFeeds } from './custom-feed.ts';
import { builtInFeeds, type Feed, type FeedSort } from './feed.ts';
import { feedScope } from './feed-scope.ts';
import type { FeedView } from './feed-view.ts';
import { findLeads } from './find-leads.ts';
import { listFolders } from './folders.ts';
import { windowOf } from './window.ts';

type CountedFeed = {
  id: string;
  name: string;
  isBuiltIn: boolean;
  filters: Filters;
  sort: FeedSort | null;
  view: FeedView | null;
  folderId: string | null;
  count: number;
};

export type FeedTree = { feeds: CountedFeed[]; folders: { id: string; name: string }[] };

const maxCount = 10_000;

/** Lists feeds with their number of leads in an interval, and the folders. */
export async function listFeedCounts(ctx: Context, accountId: string, { from, to }: { from: string; to: string }): Promise<FeedTree> {
  const account = await getAccount(ctx, accountId);
  const scope = await feedScope(ctx, account, windowOf(from, to, account.timezone));
  const count = async (feed: Feed) => (await findLeads(ctx.db, scope, feed, { offset: 0, limit: 0 }, maxCount)).total;
  const feeds: CountedFeed[] = [];
  // Sequential, because each count may read many rows and the page does not wait for it.
  for (const feed of builtInFeeds) {
    const { id, name } = feed;
    feeds.push({ id, name, isBuiltIn: true, filters: { all: [] }, sort: null, view: null, folderId: null, count: await count(feed) });
  }
  for (const own of await listCustomFeeds(ctx, accountId)) {
    const { name, filters, sort, view, folder } = own;
    const counted = await count(feedOf(own));
    feeds.push({ id: own.number, name, isBuiltIn: false, filters, sort, view, folderId: folder?.id ?? null, count: counted });
  }
  const folders = await listFolders(ctx, accountId);
  return { feeds, folders: folders.map(({ id, name }) => ({ id, name })) };
}

function feedOf({ id, number, name, filters, sort }: CustomFeed): Feed {
  return { kind: 'custom', id: number, uuid: id, name, filters, sort };
}
