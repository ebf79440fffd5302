import type { Context } from '../../context.ts';
import { Problem } from '../../problem.ts';
import type { User } from '../../users/user.ts';
import { confirmPassword } from '../confirm-password.ts';
import { createPasskeyChallenge } from './passkey-challenges.ts';
import { requirePasskeySupport } from './require-passkey-support.ts';

const maxPasskeys = 20;

type RegistrationStart = { password: string; address: string; publicUrl: string };

/**
 * Returns the options with which the browser creates a passkey. The password is required: an unlocked browser must not be enough to add a
 * device.
 */
export async function startPasskeyRegistration(ctx: Context, user: User, input: RegistrationStart): Promise<object> {
  const { verifier, relyingParty } = requirePasskeySupport(ctx, input.publicUrl);
  await confirmPassword(ctx, user, { password: input.password, address: input.address, parameter: 'password' });
  const existing = await ctx.db.selectFrom('passkeys').select(['credential_id', 'transports']).where('user_id', '=', user.id).execute();
  if (existing.length >= maxPasskeys) throw new Problem('conflict', `You already have ${maxPasskeys} passkeys. Remove one first.`);
  return verifier.registrationOptions({
    challenge: await createPasskeyChallenge(ctx, user.id),
    relyingParty,
    userId: user.id,
    userName: user.email,
    displayName: `${user.firstName} ${user.lastName}`.trim() || user.email,
    existing: existing.map(({ credential_id, transports }) => ({ credentialId: credential_id, transports })),
  });
}
