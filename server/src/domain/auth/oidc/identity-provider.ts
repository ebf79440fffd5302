import type { Role } from '../../users/roles.ts';

/** A person as the identity provider describes them. */
export type Identity = {
  issuer: string;
  subject: string;
  /** Null if the provider has not verified the e-mail address. */
  email: string | null;
  firstName: string;
  lastName: string;
  groups: string[];
};

/** Values that the browser stores until the provider redirects it back. They bind the response to this browser and this request. */
export type SignInChecks = { state: string; nonce: string; codeVerifier: string };

/** An external identity provider (OpenID Connect). */
export type IdentityProvider = {
  /** Shown on the sign-in button. */
  name: string;
  roles: { group: string; accountId: string; role: Role }[];
  /** Whether users other than owners may sign in with a password or a passkey. */
  allowsPasswords: boolean;
  begin(redirectUri: string): Promise<{ url: string; checks: SignInChecks }>;
  /**
   * Redeems the code in `callbackUrl`. Throws if the response does not match `checks`. Does not verify the signature of the ID token, because
   * it comes from the provider directly, and some providers sign it with the client secret.
   */
  complete(callbackUrl: string, checks: SignInChecks): Promise<Identity>;
};
