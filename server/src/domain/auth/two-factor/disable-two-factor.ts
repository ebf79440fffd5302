import { actingAs, userActor } from '../../audit/actor.ts';
import { withAudit } from '../../audit/record-audit.ts';
import type { Context } from '../../context.ts';
import { deleteTwoFactor } from './delete-two-factor.ts';
import { requireTwoFactor } from './require-two-factor.ts';
import { type SecondFactor, verifySecondFactor } from './verify-second-factor.ts';

/** Turns two-factor authentication off. A current code is required, so that an open browser is not enough. */
export async function disableTwoFactor(ctx: Context, given: SecondFactor): Promise<void> {
  await requireTwoFactor(ctx, given.userId);
  await verifySecondFactor(ctx, given);
  const { userId } = given;
  await withAudit(
    actingAs(ctx, userActor(userId)),
    (trx) => deleteTwoFactor(trx, userId),
    () => ({ for: { userId }, action: 'user.two_factor_disabled', subject: { kind: 'user', id: userId } }),
  );
}
