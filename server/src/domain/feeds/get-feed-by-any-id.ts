import type { Context } from '../context.ts';
import { feedOf, getCustomFeed } from './custom-feed.ts';
import { builtInFeed, type Feed } from './feed.ts';

/** Finds a feed by any id: that of a built-in feed, of the versioned API or of the earlier API. */
export async function getFeedByAnyId(ctx: Context, accountId: string, feedId: string): Promise<Feed> {
  return builtInFeed(feedId) ?? feedOf(await getCustomFeed(ctx, accountId, feedId));
}
