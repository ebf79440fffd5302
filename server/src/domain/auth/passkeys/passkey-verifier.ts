import type { RelyingParty } from './relying-party.ts';

/** Responses of a browser in the JSON serialization of WebAuthn: byte strings are base64url. */
export type RegistrationResponse = {
  id: string;
  rawId: string;
  type: 'public-key';
  response: { clientDataJSON: string; attestationObject: string; transports?: string[] };
  clientExtensionResults: object;
};
export type AssertionResponse = {
  id: string;
  rawId: string;
  type: 'public-key';
  response: { clientDataJSON: string; authenticatorData: string; signature: string; userHandle?: string };
  clientExtensionResults: object;
};

type PublicKeyCredential = { credentialId: Buffer; publicKey: Buffer; counter: number; transports: string[] };

/** The values that a response of the browser must match. */
type Expected = { challenge: Buffer; relyingParty: RelyingParty };

type RegistrationRequest = Expected & {
  userId: string;
  userName: string;
  displayName: string;
  /** Devices that hold one of these credentials are not registered again. */
  existing: { credentialId: Buffer; transports: string[] }[];
};

/** Creates and verifies the messages of WebAuthn. The device always verifies the user, by a PIN or biometrics. */
export type PasskeyVerifier = {
  registrationOptions(request: RegistrationRequest): Promise<object>;
  signInOptions(expected: Expected): Promise<object>;
  /** Returns null if the response is not a valid answer to the challenge from this site. */
  verifyRegistration(response: RegistrationResponse, expected: Expected): Promise<PublicKeyCredential | null>;
  /** Returns the signature counter of the device, or null if the response is not valid. */
  verifySignIn(response: AssertionResponse, expected: Expected & { credential: PublicKeyCredential }): Promise<{ counter: number } | null>;
};
