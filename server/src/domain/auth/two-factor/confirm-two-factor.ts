import { actingAs, userActor } from '../../audit/actor.ts';
import { recordAudit } from '../../audit/record-audit.ts';
import type { Context } from '../../context.ts';
import { Problem } from '../../problem.ts';
import { deleteSessions } from '../delete-sessions.ts';
import { replaceRecoveryCodes } from './recovery-codes.ts';
import { verifySecondFactor } from './verify-second-factor.ts';

type Confirmation = { userId: string; code: string; address: string; sessionId: string };

/** Turns two-factor authentication on with the first code. Ends other sessions, which were started without it. Returns recovery codes. */
export async function confirmTwoFactor(ctx: Context, { userId, code, address, sessionId }: Confirmation): Promise<string[]> {
  await verifySecondFactor(ctx, { userId, code, address });
  return ctx.db.transaction().execute(async (trx) => {
    const confirmed = await trx
      .updateTable('two_factor')
      .set({ confirmed_at: ctx.clock.now() })
      .where('user_id', '=', userId)
      .where('confirmed_at', 'is', null)
      .executeTakeFirst();
    if (confirmed.numUpdatedRows === 0n) throw new Problem('conflict', 'Two-factor authentication is already on.');
    await deleteSessions(trx, userId, { keptSessionId: sessionId });
    const subject = { kind: 'user', id: userId };
    await recordAudit(actingAs(ctx, userActor(userId)), trx, { for: { userId }, action: 'user.two_factor_enabled', subject });
    return replaceRecoveryCodes(trx, userId);
  });
}
