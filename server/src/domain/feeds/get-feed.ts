import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';
import { builtInFeed, type Feed } from './feed.ts';
import { withFilterDefaults } from './stored-filters.ts';

/** Finds a feed by its id in the earlier API: the name of a built-in feed or a number. */
export async function getFeed(ctx: Context, accountId: string, id: string): Promise<Feed> {
  const feed = await findFeed(ctx, accountId, id);
  if (!feed) throw new Problem('not_found', { title: `There is no custom feed ${JSON.stringify(id)}.`, parameter: 'custom_feed_id' });
  return feed;
}

/** Like `getFeed`, but null if there is no such feed. */
export async function findFeed(ctx: Context, accountId: string, id: string): Promise<Feed | null> {
  const builtIn = builtInFeed(id);
  if (builtIn) return builtIn;
  if (!/^\d{1,18}$/.test(id)) return null;
  const row = await ctx.db
    .selectFrom('custom_feeds')
    .select(['id', 'number', 'name', 'filters', 'sort'])
    .where('account_id', '=', accountId)
    .where('number', '=', id)
    .where('built_in_id', 'is', null)
    .executeTakeFirst();
  if (!row) return null;
  const filters = withFilterDefaults(row.filters);
  return { kind: 'custom', id: row.number, uuid: row.id, name: row.name, filters, sort: row.sort };
}
