import type { Actor } from '../audit/actor.ts';
import type { Membership } from '../users/roles.ts';

/** The caller of the versioned API, and the permissions of the credential. */
export type Principal = {
  kind: 'api_key' | 'oauth';
  /** The key or app for which limits, idempotency keys and usage are counted. */
  subject: string;
  /** Null if an app acts for its account without a user. */
  userId: string | null;
  /** Null for all scopes. */
  scopes: string[] | null;
  memberships: Membership[];
  limits: Limits;
};

export type Limits = { ratePerSecond: number; burst: number; monthlyQuota: number };

/** Remaining limits after this request. */
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

/** Returns the actor for the audit log. A subject consists of a word and the id of the key or app. */
export function actorOfPrincipal({ kind, subject, userId }: Principal): Actor {
  return { kind: kind === 'oauth' ? 'oauth_app' : 'api_key', id: subject.slice(subject.indexOf(' ') + 1), userId };
}
