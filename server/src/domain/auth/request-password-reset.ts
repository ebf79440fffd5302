import { clientNetwork } from '../../lib/client-network.ts';
import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';
import { checkEmail } from '../users/user.ts';
import { limitAttempts } from './attempt-limits.ts';

/**
 * Requests a password reset link. A background job looks up the user, so neither the response nor its timing reveals whether the user
 * exists.
 */
export async function requestPasswordReset(ctx: Context, input: { email: string; address: string }): Promise<void> {
  if (!ctx.outgoing?.mail) {
    throw new Problem('conflict', 'E-mail is not configured on this server. Ask its operator to set a new password for you.');
  }
  const email = checkEmail(input.email);
  await limitAttempts(ctx, { subject: `password-reset:${clientNetwork(input.address)}`, maxAttempts: 10, windowMinutes: 15 });
  await ctx.db
    .transaction()
    .execute((trx) => ctx.jobs.add(trx, 'mail-password-reset', { email }, { key: `password-reset:${email}`, maxAttempts: 3 }));
}
