import { clientNetwork } from '../../lib/client-network.ts';
import { hashSecret, isWellFormedSecret } from '../../lib/secrets.ts';
import { actingAs, userActor } from '../audit/actor.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';
import { limitAttempts } from './attempt-limits.ts';
import { writePassword } from './write-password.ts';

export const resetPrefix = 'llp_';
export const validMinutes = 30;

/** Finds the user of a password reset link. */
export async function getPasswordReset(ctx: Context, secret: string): Promise<{ userId: string; email: string }> {
  const row = isWellFormedSecret(resetPrefix, secret)
    ? await ctx.db
        .selectFrom('password_resets')
        .innerJoin('users', 'users.id', 'password_resets.user_id')
        .select(['users.id', 'users.email'])
        .where('hash', '=', hashSecret(secret))
        .where('expires_at', '>', ctx.clock.now())
        .executeTakeFirst()
    : undefined;
  if (!row) throw expiredLink();
  return { userId: row.id, email: row.email };
}

/** Sets a new password with a mailed link. The link works once, and all sessions of the user end. */
export async function resetPassword(ctx: Context, input: { secret: string; password: string; address: string }): Promise<void> {
  await limitAttempts(ctx, { subject: `password-reset-link:${clientNetwork(input.address)}`, maxAttempts: 20, windowMinutes: 15 });
  const { userId } = await getPasswordReset(ctx, input.secret);
  await ctx.db.transaction().execute(async (trx) => {
    // Locks the user first, so that two concurrent resets of the same user cannot deadlock.
    await trx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
    const used = await trx
      .deleteFrom('password_resets')
      .where('hash', '=', hashSecret(input.secret))
      .returning('user_id')
      .executeTakeFirst();
    if (!used) throw expiredLink();
    await writePassword(ctx, trx, { userId, password: input.password, confirmsEmail: true });
    await recordAudit(actingAs(ctx, userActor(userId)), trx, {
      for: { userId },
      action: 'user.password_reset',
      subject: { kind: 'user', id: userId },
    });
  });
}

function expiredLink(): Problem {
  return new Problem('not_found', 'This link has expired or was used. Ask for a new one.');
}
