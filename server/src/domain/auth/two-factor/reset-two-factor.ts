import { withAudit } from '../../audit/record-audit.ts';
import type { Context } from '../../context.ts';
import { getUserByEmail } from '../../users/get-user-by-email.ts';
import { deleteSessions } from '../delete-sessions.ts';
import { deleteTwoFactor } from './delete-two-factor.ts';

/** Turns two-factor authentication off for a user who lost their device and their recovery codes. For the operator; ends all sessions. */
export async function resetTwoFactor(ctx: Context, email: string): Promise<{ id: string }> {
  const { id } = await getUserByEmail(ctx, email);
  const reset = async (trx: Context['db']) => {
    await deleteTwoFactor(trx, id);
    await deleteSessions(trx, id);
  };
  await withAudit(ctx, reset, () => ({ for: { userId: id }, action: 'user.two_factor_reset', subject: { kind: 'user', id } }));
  return { id };
}
