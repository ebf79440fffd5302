import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';

/** Marks the e-mail address as confirmed. Returns false if it already was. */
export async function confirmEmail(ctx: Context, userId: string): Promise<boolean> {
  return ctx.db.transaction().execute(async (trx) => {
    const changed = await trx
      .updateTable('users')
      .set({ email_confirmed_at: ctx.clock.now() })
      .where('id', '=', userId)
      .where('email_confirmed_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (!changed) return false;
    await recordAudit(ctx, trx, { for: { userId }, action: 'user.email_confirmed', subject: { kind: 'user', id: userId } });
    return true;
  });
}
