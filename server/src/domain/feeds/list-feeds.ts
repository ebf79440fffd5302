import type { Context } from '../context.ts';
import { builtInFeeds, type Feed } from './feed.ts';
import { withFilterDefaults } from './stored-filters.ts';

/** Lists the feeds of an account: built-in ones first, then custom ones by number. */
export async function listFeeds(ctx: Context, accountId: string): Promise<Feed[]> {
  const rows = await ctx.db
    .selectFrom('custom_feeds')
    .select(['id', 'number', 'name', 'filters', 'sort'])
    .where('account_id', '=', accountId)
    .where('built_in_id', 'is', null)
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
        filters: withFilterDefaults(row.filters),
        sort: row.sort,
      }),
    ),
  ];
}
