import { firstOf } from '../../../lib/first-of.ts';
import { actingAs, userActor } from '../../audit/actor.ts';
import { withAudit } from '../../audit/record-audit.ts';
import type { Context } from '../../context.ts';
import { isUniqueViolation } from '../../is-unique-violation.ts';
import { Problem } from '../../problem.ts';
import type { User } from '../../users/user.ts';
import { takePasskeyChallenge } from './passkey-challenges.ts';
import { checkPasskeyName } from './passkey-name.ts';
import type { RegistrationResponse } from './passkey-verifier.ts';
import { requirePasskeySupport } from './require-passkey-support.ts';

type Registration = { name: string; response: RegistrationResponse; publicUrl: string };

/** Stores the public key of a device that answered the challenge of this user. */
export async function registerPasskey(ctx: Context, user: User, registration: Registration): Promise<{ id: string }> {
  const { verifier, relyingParty } = requirePasskeySupport(ctx, registration.publicUrl);
  const name = checkPasskeyName(registration.name);
  const challenge = await takePasskeyChallenge(ctx, registration.response.response.clientDataJSON, user.id);
  const credential = challenge && (await verifier.verifyRegistration(registration.response, { challenge, relyingParty }));
  if (!credential) throw new Problem('invalid_input', 'The device’s answer is not valid or came too late. Try again.');
  const id = firstOf(await ctx.ids.records(ctx.db, 1));
  const passkey = {
    id,
    user_id: user.id,
    credential_id: credential.credentialId,
    public_key: credential.publicKey,
    counter: String(credential.counter),
    transports: credential.transports,
    name,
    created_at: ctx.clock.now(),
  };
  try {
    await withAudit(
      actingAs(ctx, userActor(user.id)),
      (trx) => trx.insertInto('passkeys').values(passkey).execute(),
      () => ({ for: { userId: user.id }, action: 'user.passkey_added', subject: { kind: 'user', id: user.id }, detail: { name } }),
    );
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new Problem('conflict', 'This passkey is already registered.');
  }
  return { id };
}
