import type { UserApi } from '../../../server/src/app/api.ts';
import { t } from '../texts/t.ts';

type Registration = UserApi['POST /passkeys']['body']['response'];
type Assertion = UserApi['POST /session/passkey']['body'];

/** The library is loaded only when a passkey is created or used. */
async function load() {
  try {
    return await import('@simplewebauthn/browser');
  } catch (error) {
    throw new Error(t('common.partNotLoaded'), { cause: error });
  }
}

/** Asks the device for a new passkey. */
export async function createPasskey(options: object): Promise<Registration> {
  const { startRegistration, WebAuthnError } = await load();
  try {
    const { id, rawId, type, response } = await startRegistration({
      optionsJSON: options as Parameters<typeof startRegistration>[0]['optionsJSON'],
    });
    const { clientDataJSON, attestationObject, transports } = response;
    return { id, rawId, type, clientExtensionResults: {}, response: { clientDataJSON, attestationObject, transports } };
  } catch (error) {
    const isRegistered = error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED';
    throw new Error(t(isRegistered ? 'passkeys.alreadyThere' : 'passkeys.notAdded'), { cause: error });
  }
}

/** Asks the device to sign the challenge with a passkey for this site. */
export async function getPasskey(options: object): Promise<Assertion> {
  const { startAuthentication } = await load();
  try {
    const { id, rawId, type, response } = await startAuthentication({
      optionsJSON: options as Parameters<typeof startAuthentication>[0]['optionsJSON'],
    });
    const { clientDataJSON, authenticatorData, signature, userHandle } = response;
    return { id, rawId, type, clientExtensionResults: {}, response: { clientDataJSON, authenticatorData, signature, userHandle } };
  } catch (error) {
    throw new Error(t('passkeys.cancelled'), { cause: error });
  }
}
