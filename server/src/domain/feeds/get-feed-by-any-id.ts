import type { Context } from '../context.ts';
import { getCustomFeed } from './custom-feed.ts';
import { builtInFeed, type Feed } from './feed.ts';

/** A feed by any of its names: that of a built-in one, the id of the versioned interface, or the number of the earlier one. */
export async function getFeedByAnyId(ctx: Context, accountId: string, feedId: string): Promise<Feed> {
  return builtInFeed(feedId) ?? feedOf(await getCustomFeed(ctx, accountId, feedId));
}

function feedOf({ id: uuid, number, name, filters, sort }: Awaited<ReturnType<typeof getCustomFeed>>): Feed {
  return { kind: 'custom', id: number, uuid, name, filters, sort };
}
