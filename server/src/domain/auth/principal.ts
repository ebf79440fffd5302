import type { Actor } from '../audit/actor.ts';
import type { Membership } from '../users/roles.ts';

/** Who sends a request of the versioned interface, and what the credential allows. */
export type Principal = {
  kind: 'api_key' | 'oauth';
  /** The key or application that limits, idempotency keys and usage are counted for. */
  subject: string;
  /** Null for an application that acts for its account without a user. */
  userId: string | null;
  /** Null means every scope. */
  scopes: string[] | null;
  memberships: Membership[];
  limits: Limits;
};

export type Limits = { ratePerSecond: number; burst: number; monthlyQuota: number };

/** What is left of the limits after this request. */
export type LimitState = Limits & { tokensLeft: number; usedInMonth: number };

export type CredentialFault =
  | 'invalid_api_key'
  | 'api_key_expired'
  | 'invalid_token'
  | 'token_expired'
  | 'token_revoked'
  | 'oauth_app_not_found'
  | 'oauth_app_inactive';

export type Admission =
  | { fault: CredentialFault }
  | { principal: Principal; limits: LimitState; refusal: 'rate_limit_exceeded' | 'quota_exceeded' | null };

/** Who is noted for what is done with the credential. A subject is a word and the id of the key or application. */
export function actorOfPrincipal({ kind, subject, userId }: Principal): Actor {
  return { kind: kind === 'oauth' ? 'oauth_app' : 'api_key', id: subject.slice(subject.indexOf(' ') + 1), userId };
}
