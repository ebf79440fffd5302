import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';
import type { Filters } from './filter.ts';

/**
 * Refuses to delete what a feed asks for: the feed would silently hold nobody, or everybody where it excludes. `values` are all
 * the ways in which a filter can name the thing.
 */
export async function refuseWhileInFeeds(
  ctx: Pick<Context, 'db'>,
  accountId: string,
  what: string,
  { field, values }: { field: string; values: string[] },
): Promise<void> {
  const rows = await ctx.db.selectFrom('custom_feeds').select(['name', 'filters']).where('account_id', '=', accountId).execute();
  const names = rows.filter(({ filters }) => asksFor(filters as Filters, field, values)).map(({ name }) => JSON.stringify(name));
  if (names.length > 0) {
    throw new Problem(
      'conflict',
      `${what} is used by the custom feed${names.length === 1 ? '' : 's'} ${names.join(', ')}: change that first.`,
    );
  }
}

function asksFor({ all }: Filters, field: string, values: string[]): boolean {
  return all.some((filter) => filter.field === field && filter.values.some((value) => values.includes(String(value))));
}
