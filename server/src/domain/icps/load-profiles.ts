import type { Context } from '../context.ts';
import type { Profile } from './profile.ts';

/** Loads the given ideal customer profiles, or all of them. */
export async function loadProfiles(ctx: Pick<Context, 'db'>, accountId: string, ids?: readonly string[]): Promise<Profile[]> {
  if (ids?.length === 0) return [];
  const rows = await ctx.db
    .selectFrom('icps')
    .select(['id', 'filters'])
    .where('account_id', '=', accountId)
    .where((eb) => (ids === undefined ? eb.lit(true) : eb('id', 'in', ids)))
    .orderBy('id')
    .execute();
  return rows;
}
