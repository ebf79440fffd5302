import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';
import { builtInFeed, type Feed } from './feed.ts';
import { storedFilters } from './stored-filters.ts';

/** Finds a feed by its id in the earlier API: the name of a built-in feed or a number. */
export async function getFeed(ctx: Context, accountId: string, id: string): Promise<Feed> {
  const builtIn = builtInFeed(id);
  if (builtIn) return builtIn;
  const row = /^\d{1,18}$/.test(id)
    ? await ctx.db
        .selectFrom('custom_feeds')
        .select(['id', 'number', 'name', 'filters', 'sort'])
        .where('account_id', '=', accountId)
        .where('number', '=', id)
        .executeTakeFirst()
    : undefined;
  if (!row) throw new Problem('not_found', { title: `There is no custom feed ${JSON.stringify(id)}.`, parameter: 'custom_feed_id' });
  const filters = storedFilters(row.filters);
  return { kind: 'custom', id: row.number, uuid: row.id, name: row.name, filters, sort: row.sort };
}
