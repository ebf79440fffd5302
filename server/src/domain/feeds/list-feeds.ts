import type { Context } from '../context.ts';
import { builtInFeeds, type Feed, type FeedSort } from './feed.ts';
import { storedFilters } from './stored-filters.ts';

/** The feeds of an account: those that come with the service first, then its own by their numbers. */
export async function listFeeds(ctx: Context, accountId: string): Promise<Feed[]> {
  const rows = await ctx.db
    .selectFrom('custom_feeds')
    .select(['id', 'number', 'name', 'filters', 'sort'])
    .where('account_id', '=', accountId)
    .orderBy('number')
    .execute();
  return [
    ...builtInFeeds,
    ...rows.map(
      (row): Feed => ({
        kind: 'custom',
        id: row.number,
        uuid: row.id,
        name: row.name,
        filters: storedFilters(row.filters),
        sort: row.sort as FeedSort | null,
      }),
    ),
  ];
}
