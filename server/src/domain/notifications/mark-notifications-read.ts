import type { Context } from '../context.ts';

/** Marks the user's notifications as read: the given ones, or all. */
export async function markNotificationsRead(ctx: Context, accountId: string, userId: string, ids?: readonly string[]): Promise<void> {
  await ctx.db
    .updateTable('notifications')
    .set({ read_at: ctx.clock.now() })
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .where((eb) => (ids === undefined ? eb.lit(true) : eb('id', '=', eb.fn.any(eb.val([...ids])))))
    .execute();
}
