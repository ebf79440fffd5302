import { foldName } from '../../lib/fold-name.ts';
import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';
import { conditionsOf, type Filter } from './filter.ts';

type Use = {
  field: string;
  /** All values by which a filter can refer to the record; if omitted, any filter on the field counts. */
  values?: string[];
  /** A feed that is deleted together with the record. */
  exceptFeedId?: string;
};

/** Lists the names of custom feeds that use a record. */
export async function listFeedsUsing(ctx: Pick<Context, 'db'>, accountId: string, use: Use): Promise<string[]> {
  const rows = await ctx.db.selectFrom('custom_feeds').select(['id', 'name', 'filters']).where('account_id', '=', accountId).execute();
  return rows.filter(({ id, filters }) => id !== use.exceptFeedId && refersTo(filters, use)).map(({ name }) => name);
}

/** Refuses to delete a record that a feed uses: the feed would silently match nothing, or everything if it excludes the record. */
export async function refuseWhileInFeeds(ctx: Pick<Context, 'db'>, accountId: string, label: string, use: Use): Promise<void> {
  const names = (await listFeedsUsing(ctx, accountId, use)).map((name) => JSON.stringify(name));
  if (names.length > 0) {
    throw new Problem(
      'conflict',
      `${label} is used by the custom feed${names.length === 1 ? '' : 's'} ${names.join(', ')}: change that first.`,
    );
  }
}

type StoredCondition = Pick<Filter, 'field'> & Partial<Filter>;

function refersTo(filters: { all: StoredCondition[]; any?: StoredCondition[][] }, { field, values }: Use): boolean {
  const names = values?.map(foldName);
  return conditionsOf(filters).some(
    (filter) => filter.field === field && (!names || filter.values?.some((value) => names.includes(foldName(String(value))))),
  );
}
