import { actingAs, userActor } from '../../audit/actor.ts';
import { withAudit } from '../../audit/record-audit.ts';
import type { Context } from '../../context.ts';
import { replaceRecoveryCodes } from './recovery-codes.ts';
import { requireTwoFactor } from './require-two-factor.ts';
import { type SecondFactor, verifySecondFactor } from './verify-second-factor.ts';

/** Replaces all recovery codes; the previous ones stop working. */
export async function renewRecoveryCodes(ctx: Context, given: SecondFactor): Promise<string[]> {
  await requireTwoFactor(ctx, given.userId);
  await verifySecondFactor(ctx, given);
  const { userId } = given;
  return withAudit(
    actingAs(ctx, userActor(userId)),
    (trx) => replaceRecoveryCodes(trx, userId),
    () => ({ for: { userId }, action: 'user.recovery_codes_renewed', subject: { kind: 'user', id: userId } }),
  );
}
