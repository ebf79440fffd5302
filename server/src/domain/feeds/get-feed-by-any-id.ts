import type { Context } from '../context.ts';
import { getCustomFeed } from './custom-feed.ts';
import { builtInFeed, type Feed } from './feed.ts';

/** Finds a feed by any id: that of a built-in feed, of the versioned API or of the earlier API. */
export async function getFeedByAnyId(ctx: Context, accountId: string, feedId: string): Promise<Feed> {
  return builtInFeed(feedId) ?? feedOf(await getCustomFeed(ctx, accountId, feedId));
}

function feedOf({ id: uuid, number, name, filters, sort }: Awaited<ReturnType<typeof getCustomFeed>>): Feed {
  return { kind: 'custom', id: number, uuid, name, filters, sort };
}
