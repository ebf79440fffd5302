import { clientNetwork } from '../../lib/client-network.ts';
import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';
import { checkEmail } from '../users/user.ts';
import { limitAttempts } from './attempt-limits.ts';

/**
 * Asks for a link with which a forgotten password is replaced. The address is looked up by a background job, so neither the answer
 * nor its time says whether there is such a user.
 */
export async function requestPasswordReset(ctx: Context, wanted: { email: string; address: string }): Promise<void> {
  if (!ctx.outgoing?.mail) {
    throw new Problem('conflict', 'This Leadlight sends no mail. Ask its operator to set a new password for you.');
  }
  const email = checkEmail(wanted.email);
  await limitAttempts(ctx, { subject: `password-reset:${clientNetwork(wanted.address)}`, most: 10, windowMinutes: 15 });
  await ctx.db
    .transaction()
    .execute((trx) => ctx.jobs.add(trx, 'mail-password-reset', { email }, { key: `password-reset:${email}`, maxAttempts: 3 }));
}
