import { randomBytes } from 'node:crypto';
import { hashSecret } from '../../../lib/secrets.ts';
import type { Context } from '../../context.ts';

const validMinutes = 5;

/** Creates a challenge for a device. Without a user, the challenge is for a sign-in. */
export async function createPasskeyChallenge(ctx: Context, userId: string | null): Promise<Buffer> {
  const challenge = randomBytes(32);
  const now = ctx.clock.now();
  await ctx.db.deleteFrom('passkey_challenges').where('expires_at', '<=', now).execute();
  await ctx.db
    .insertInto('passkey_challenges')
    .values({ hash: hashOf(challenge), user_id: userId, expires_at: new Date(now.getTime() + validMinutes * 60_000) })
    .execute();
  return challenge;
}

/** Deletes and returns the challenge that a response claims to answer; null if there is none, it has expired or it is for another user. */
export async function takePasskeyChallenge(ctx: Context, clientDataJson: string, userId: string | null): Promise<Buffer | null> {
  const challenge = challengeIn(clientDataJson);
  if (!challenge) return null;
  const taken = await ctx.db
    .deleteFrom('passkey_challenges')
    .where('hash', '=', hashOf(challenge))
    .where('expires_at', '>', ctx.clock.now())
    .where('user_id', userId === null ? 'is' : '=', userId)
    .executeTakeFirst();
  return taken.numDeletedRows === 1n ? challenge : null;
}

function challengeIn(clientDataJson: string): Buffer | null {
  try {
    const { challenge }: { challenge?: unknown } = JSON.parse(Buffer.from(clientDataJson, 'base64url').toString());
    return typeof challenge === 'string' ? Buffer.from(challenge, 'base64url') : null;
  } catch {
    return null;
  }
}

function hashOf(challenge: Buffer): Buffer {
  return hashSecret(challenge.toString('base64url'));
}
