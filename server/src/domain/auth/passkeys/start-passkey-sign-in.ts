import { clientNetwork } from '../../../lib/client-network.ts';
import type { Context } from '../../context.ts';
import { limitAttempts } from '../attempt-limits.ts';
import { createPasskeyChallenge } from './passkey-challenges.ts';
import { requirePasskeySupport } from './require-passkey-support.ts';

/** Returns the options for a sign-in with a passkey. They name no user, so the device offers all its passkeys for this site. */
export async function startPasskeySignIn(ctx: Context, input: { address: string; publicUrl: string }): Promise<object> {
  const { verifier, relyingParty } = requirePasskeySupport(ctx, input.publicUrl);
  await limitAttempts(ctx, { subject: `passkey:${clientNetwork(input.address)}`, maxAttempts: 300, windowMinutes: 15 });
  return verifier.signInOptions({ challenge: await createPasskeyChallenge(ctx, null), relyingParty });
}
