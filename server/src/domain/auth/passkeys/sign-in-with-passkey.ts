import type { Context } from '../../context.ts';
import { Problem } from '../../problem.ts';
import { createSession } from '../create-session.ts';
import { enforceSingleSignOn } from '../enforce-single-sign-on.ts';
import { takePasskeyChallenge } from './passkey-challenges.ts';
import type { AssertionResponse } from './passkey-verifier.ts';
import { requirePasskeySupport } from './require-passkey-support.ts';

type PasskeySignIn = { response: AssertionResponse; publicUrl: string; userAgent: string };

/**
 * Signs in with a passkey, which replaces the password and the second factor: the user has the device and has unlocked it. Returns the
 * secret of a new session.
 */
export async function signInWithPasskey(ctx: Context, { response, publicUrl, userAgent }: PasskeySignIn): Promise<string> {
  const { verifier, relyingParty } = requirePasskeySupport(ctx, publicUrl);
  const challenge = await takePasskeyChallenge(ctx, response.response.clientDataJSON, null);
  if (!challenge) throw new Problem('unauthenticated', 'This sign-in took too long. Start again.');
  const passkey = await findPasskey(ctx, response);
  const verified = passkey && (await verifier.verifySignIn(response, { challenge, relyingParty, credential: passkey.credential }));
  if (!verified) throw refused();
  await enforceSingleSignOn(ctx, passkey.userId);
  // If a copied key is used concurrently, only one of the updates matches the counter. Passkeys that do not count always send 0 and match.
  const used = await ctx.db
    .updateTable('passkeys')
    .set({ counter: String(verified.counter), last_used_at: ctx.clock.now() })
    .where('id', '=', passkey.id)
    .where('counter', '=', String(passkey.credential.counter))
    .executeTakeFirst();
  if (used.numUpdatedRows === 0n) throw refused();
  return createSession(ctx, passkey.userId, userAgent);
}

async function findPasskey(ctx: Context, { id, response: { userHandle } }: AssertionResponse) {
  const row = await ctx.db
    .selectFrom('passkeys')
    .select(['id', 'user_id', 'credential_id', 'public_key', 'counter', 'transports'])
    .where('credential_id', '=', Buffer.from(id, 'base64url'))
    .executeTakeFirst();
  if (!row || Buffer.from(userHandle ?? '', 'base64url').toString() !== row.user_id) return null;
  const credential = {
    credentialId: row.credential_id,
    publicKey: row.public_key,
    counter: Number(row.counter),
    transports: row.transports,
  };
  return { id: row.id, userId: row.user_id, credential };
}

function refused(): Problem {
  return new Problem('unauthenticated', 'This passkey was not accepted. Sign in with your password, or with another passkey.');
}
