import type { Context } from '../context.ts';

export async function markNotificationsRead(ctx: Context, accountId: string, userId: string): Promise<void> {
  await ctx.db
    .updateTable('notifications')
    .set({ read_at: ctx.clock.now() })
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .execute();
}
