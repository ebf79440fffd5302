import type { Context } from './context.ts';

/** Whether rollups are being rebuilt. Meanwhile they are incomplete, and exact numbers must be counted from the visits. */
export async function isRebuildingRollups(ctx: Pick<Context, 'db'>, accountId: string): Promise<boolean> {
  const rebuild = await ctx.db.selectFrom('day_rebuilds').select('account_id').where('account_id', '=', accountId).executeTakeFirst();
  return rebuild !== undefined;
}
