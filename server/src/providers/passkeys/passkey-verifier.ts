import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { Logger } from 'pino';
import type { PasskeyVerifier } from '../../domain/auth/passkeys/passkey-verifier.ts';

const timeoutMs = 5 * 60_000;

/** The library takes half a second to load, so it is loaded when a passkey is first used. */
const load = () => import('@simplewebauthn/server');

export function passkeyVerifier(log: Logger): PasskeyVerifier {
  /** Logs an invalid response, for which the library throws, and returns null. */
  const orNull = async <Result>(verify: () => Promise<Result | null>): Promise<Result | null> => {
    try {
      return await verify();
    } catch (error) {
      log.warn({ err: error }, 'A passkey response was rejected');
      return null;
    }
  };
  return {
    async registrationOptions({ challenge, relyingParty, userId, userName, displayName, existing }) {
      const { generateRegistrationOptions } = await load();
      return generateRegistrationOptions({
        rpName: 'Leadlight',
        rpID: relyingParty.id,
        challenge: new Uint8Array(challenge),
        userID: new TextEncoder().encode(userId),
        userName,
        userDisplayName: displayName,
        timeout: timeoutMs,
        attestationType: 'none',
        excludeCredentials: existing.map(({ credentialId, transports }) => ({ id: credentialId.toString('base64url'), transports })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      });
    },
    async signInOptions({ challenge, relyingParty }) {
      const { generateAuthenticationOptions } = await load();
      return generateAuthenticationOptions({
        rpID: relyingParty.id,
        challenge: new Uint8Array(challenge),
        timeout: timeoutMs,
        userVerification: 'required',
      });
    },
    verifyRegistration: (response, { challenge, relyingParty }) =>
      orNull(async () => {
        const { verifyRegistrationResponse } = await load();
        const { registrationInfo } = await verifyRegistrationResponse({
          response: response as RegistrationResponseJSON,
          expectedChallenge: challenge.toString('base64url'),
          expectedOrigin: relyingParty.origin,
          expectedRPID: relyingParty.id,
        });
        if (!registrationInfo) return null;
        const { id, publicKey, counter, transports } = registrationInfo.credential;
        return { credentialId: Buffer.from(id, 'base64url'), publicKey: Buffer.from(publicKey), counter, transports: transports ?? [] };
      }),
    verifySignIn: (response, { challenge, relyingParty, credential }) =>
      orNull(async () => {
        const { verifyAuthenticationResponse } = await load();
        const { verified, authenticationInfo } = await verifyAuthenticationResponse({
          response: response as AuthenticationResponseJSON,
          expectedChallenge: challenge.toString('base64url'),
          expectedOrigin: relyingParty.origin,
          expectedRPID: relyingParty.id,
          credential: {
            id: credential.credentialId.toString('base64url'),
            publicKey: new Uint8Array(credential.publicKey),
            counter: credential.counter,
          },
        });
        return verified ? { counter: authenticationInfo.newCounter } : null;
      }),
  };
}
