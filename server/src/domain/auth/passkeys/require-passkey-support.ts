import type { Context } from '../../context.ts';
import { Problem } from '../../problem.ts';
import type { PasskeyVerifier } from './passkey-verifier.ts';
import { type RelyingParty, relyingPartyOf } from './relying-party.ts';

/** Returns the passkey verifier and the relying party. Throws a Problem if browsers do not allow passkeys at this URL. */
export function requirePasskeySupport(ctx: Context, publicUrl: string): { verifier: PasskeyVerifier; relyingParty: RelyingParty } {
  if (!ctx.passkeys) throw new Error('This process cannot verify passkeys.');
  const relyingParty = relyingPartyOf(publicUrl);
  if (!relyingParty) throw new Problem('conflict', 'Passkeys need a PUBLIC_URL with HTTPS and a hostname, not an IP address.');
  return { verifier: ctx.passkeys, relyingParty };
}
