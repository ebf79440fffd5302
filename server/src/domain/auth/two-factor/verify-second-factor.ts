import { timingSafeEqual } from 'node:crypto';
import { clientNetwork } from '../../../lib/client-network.ts';
import { stepAt, totpCode } from '../../../lib/totp.ts';
import { actingAs, userActor } from '../../audit/actor.ts';
import { recordAudit } from '../../audit/record-audit.ts';
import type { Context } from '../../context.ts';
import { Problem } from '../../problem.ts';
import { limitAttempts, returnAttempts } from '../attempt-limits.ts';
import { isRecoveryCode, useRecoveryCode } from './recovery-codes.ts';
import { openTwoFactorSecret } from './two-factor-secret.ts';

/** A device's clock may be off by one period. */
const allowedDrift = [0, -1, 1];

export type SecondFactor = { userId: string; code: string; address: string };

/**
 * Accepts a code from the user's authenticator app or one of the recovery codes, each only once. Wrong codes are limited per user across
 * all networks, because an attacker who guesses them already knows the password. Recovery codes cannot be guessed and are limited per
 * network only, so the user can still sign in while an attacker exhausts the user's limit.
 */
export async function verifySecondFactor(ctx: Context, { userId, code, address }: SecondFactor): Promise<void> {
  const network = { subject: `second-factor:${clientNetwork(address)}`, maxAttempts: 50, windowMinutes: 15 };
  const user = { subject: `second-factor:user:${userId}`, maxAttempts: 10, windowMinutes: 30 };
  await limitAttempts(ctx, network);
  if (isRecoveryCode(code)) {
    if (!(await takeRecoveryCode(ctx, userId, code))) throw wrongCode();
    return returnAttempts(ctx, [network.subject]);
  }
  await limitAttempts(ctx, user);
  if (!(await takeTotpCode(ctx, userId, code.replaceAll(/\s/g, '')))) throw wrongCode();
  await returnAttempts(ctx, [network.subject, user.subject]);
}

/** Two requests with the same code race for the update of `last_step`; only one of them wins. */
async function takeTotpCode(ctx: Context, userId: string, code: string): Promise<boolean> {
  const row = await ctx.db.selectFrom('two_factor').select(['secret', 'last_step']).where('user_id', '=', userId).executeTakeFirst();
  if (!row || !/^\d{6}$/.test(code)) return false;
  const secret = openTwoFactorSecret(ctx, userId, row.secret);
  const currentStep = stepAt(ctx.clock.now());
  const steps = allowedDrift.map((drift) => currentStep + drift).filter((step) => step > Number(row.last_step));
  const step = steps.find((candidate) => timingSafeEqual(Buffer.from(totpCode(secret, candidate)), Buffer.from(code)));
  if (step === undefined) return false;
  const taken = await ctx.db
    .updateTable('two_factor')
    .set({ last_step: String(step) })
    .where('user_id', '=', userId)
    .where('last_step', '<', String(step))
    .executeTakeFirst();
  return taken.numUpdatedRows === 1n;
}

async function takeRecoveryCode(ctx: Context, userId: string, code: string): Promise<boolean> {
  return ctx.db.transaction().execute(async (trx) => {
    if (!(await useRecoveryCode(trx, userId, code))) return false;
    const subject = { kind: 'user', id: userId };
    await recordAudit(actingAs(ctx, userActor(userId)), trx, { for: { userId }, action: 'user.recovery_code_used', subject });
    return true;
  });
}

function wrongCode(): Problem {
  return new Problem('invalid_input', { title: 'This code is wrong or has already been used. Enter a new one.', parameter: 'code' });
}
