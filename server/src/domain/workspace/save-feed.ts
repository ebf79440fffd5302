import { checkName } from '../accounts/check-account.ts';
import type { Context } from '../context.ts';
import type { Filters } from '../feeds/filter.ts';
import { Problem } from '../problem.ts';
import { checkRecordId } from '../record-id.ts';

/** Keeps filters under a name, for everybody of the account. */
export async function saveFeed(ctx: Context, accountId: string, wanted: { name: string; filters: Filters }): Promise<{ id: string }> {
  if (wanted.filters.all.length === 0)
    throw new Problem('invalid_input', { title: 'A feed needs at least one filter.', parameter: 'filters' });
  const [number] = await ctx.ids.records(ctx.db, 1);
  const now = ctx.clock.now();
  await ctx.db
    .insertInto('custom_feeds')
    .values({
      account_id: accountId,
      id: ctx.ids.uuid(),
      number: number!,
      name: checkName(wanted.name),
      filters: JSON.stringify(wanted.filters),
      created_at: now,
      updated_at: now,
    })
    .execute();
  return { id: number! };
}

export async function changeFeed(
  ctx: Context,
  accountId: string,
  feedId: string,
  change: { name?: string; filters?: Filters },
): Promise<void> {
  const result = await ctx.db
    .updateTable('custom_feeds')
    .set({
      ...(change.name === undefined ? {} : { name: checkName(change.name) }),
      ...(change.filters === undefined ? {} : { filters: JSON.stringify(change.filters) }),
      updated_at: ctx.clock.now(),
    })
    .where('account_id', '=', accountId)
    .where('number', '=', checkRecordId(feedId, 'feed'))
    .executeTakeFirst();
  if (result.numUpdatedRows === 0n) throw new Problem('not_found', `There is no feed ${feedId}.`);
}

export async function removeFeed(ctx: Context, accountId: string, feedId: string): Promise<void> {
  const result = await ctx.db
    .deleteFrom('custom_feeds')
    .where('account_id', '=', accountId)
    .where('number', '=', checkRecordId(feedId, 'feed'))
    .executeTakeFirst();
  if (result.numDeletedRows === 0n) throw new Problem('not_found', `There is no feed ${feedId}.`);
}
