import type { Context } from '../context.ts';
import type { Filters } from '../feed-filters/filter.ts';
import { countFeeds } from './count-feeds.ts';
import { feedOf, listCustomFeeds } from './custom-feed.ts';
import { builtInFeeds, type FeedSort } from './feed.ts';
import { listFolders } from './folders.ts';
import type { SavedView } from './saved-view.ts';

type CountedFeed = {
  id: string;
  name: string;
  isBuiltIn: boolean;
  filters: Filters;
  sort: FeedSort | null;
  view: SavedView | null;
  folderId: string | null;
  count: number;
};

type FeedTree = { feeds: CountedFeed[]; folders: { id: string; name: string }[] };

/** Lists feeds with their number of leads in the last 30 days, and the folders. */
export async function listFeedCounts(ctx: Context, accountId: string): Promise<FeedTree> {
  const customFeeds = await listCustomFeeds(ctx, accountId);
  const counts = await countFeeds(ctx, accountId, [...builtInFeeds, ...customFeeds.map(feedOf)]);
  const builtIn = builtInFeeds.map(({ id, name }) => ({
    id,
    name,
    isBuiltIn: true,
    filters: { all: [] },
    sort: null,
    view: null,
    folderId: null,
  }));
  const custom = customFeeds.map(({ number: id, name, filters, sort, view, folder }) => ({
    id,
    name,
    isBuiltIn: false,
    filters,
    sort,
    view,
    folderId: folder?.id ?? null,
  }));
  const feeds = [...builtIn, ...custom].map((feed, index) => ({ ...feed, count: counts[index] ?? 0 }));
  const folders = await listFolders(ctx, accountId);
  return { feeds, folders: folders.map(({ id, name }) => ({ id, name })) };
}
