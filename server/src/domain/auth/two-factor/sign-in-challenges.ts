import { createSecret, hashSecret, isWellFormedSecret } from '../../../lib/secrets.ts';
import type { Context } from '../../context.ts';
import { Problem } from '../../problem.ts';
import { getTwoFactor } from './get-two-factor.ts';
import { verifySecondFactor } from './verify-second-factor.ts';

const challengePrefix = 'llc_';
const validMinutes = 10;

/** Returns the secret with which a sign-in continues after the password, or null if the user has no second factor. */
export async function createSignInChallenge(ctx: Context, userId: string): Promise<string | null> {
  if (!(await getTwoFactor(ctx, userId)).isOn) return null;
  const secret = createSecret(challengePrefix);
  const now = ctx.clock.now();
  await ctx.db.deleteFrom('sign_in_challenges').where('user_id', '=', userId).where('expires_at', '<=', now).execute();
  await ctx.db
    .insertInto('sign_in_challenges')
    .values({ hash: hashSecret(secret), user_id: userId, created_at: now, expires_at: new Date(now.getTime() + validMinutes * 60_000) })
    .execute();
  return secret;
}

/** Returns the user of a challenge if the code is right. The challenge works once. */
export async function answerSignInChallenge(ctx: Context, given: { challenge: string; code: string; address: string }): Promise<string> {
  const row = isWellFormedSecret(challengePrefix, given.challenge)
    ? await ctx.db
        .selectFrom('sign_in_challenges')
        .select('user_id')
        .where('hash', '=', hashSecret(given.challenge))
        .where('expires_at', '>', ctx.clock.now())
        .executeTakeFirst()
    : undefined;
  if (!row) throw expired();
  await verifySecondFactor(ctx, { userId: row.user_id, code: given.code, address: given.address });
  const used = await ctx.db.deleteFrom('sign_in_challenges').where('hash', '=', hashSecret(given.challenge)).executeTakeFirst();
  if (used.numDeletedRows === 0n) throw expired();
  return row.user_id;
}

function expired(): Problem {
  return new Problem('unauthenticated', 'This sign-in took too long. Start again.');
}
