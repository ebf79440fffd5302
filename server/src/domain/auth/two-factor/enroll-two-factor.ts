import { randomBytes } from 'node:crypto';
import { base32 } from '../../../lib/totp.ts';
import type { Context } from '../../context.ts';
import { Problem } from '../../problem.ts';
import type { User } from '../../users/user.ts';
import { confirmPassword } from '../confirm-password.ts';
import { sealTwoFactorSecret } from './two-factor-secret.ts';

type Enrollment = { secret: string; url: string };

/**
 * Starts two-factor authentication with a new secret. It takes effect when the user confirms it with a code. The password is required, so
 * that an open browser is not enough to lock the user out.
 */
export async function enrollTwoFactor(ctx: Context, user: User, given: { password: string; address: string }): Promise<Enrollment> {
  await confirmPassword(ctx, user, { password: given.password, address: given.address, parameter: 'password' });
  const secret = randomBytes(20);
  const values = { secret: sealTwoFactorSecret(ctx, user.id, secret), created_at: ctx.clock.now(), last_step: '0' };
  const saved = await ctx.db
    .insertInto('two_factor')
    .values({ user_id: user.id, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values).where('two_factor.confirmed_at', 'is', null))
    .returning('user_id')
    .executeTakeFirst();
  if (!saved) throw new Problem('conflict', 'Two-factor authentication is already on.');
  const text = base32(secret);
  return { secret: text, url: `otpauth://totp/Leadlight:${encodeURIComponent(user.email)}?secret=${text}&issuer=Leadlight` };
}
