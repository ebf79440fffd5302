import type { Actor } from '../audit/actor.ts';
import type { Membership } from '../users/roles.ts';

/** The caller of the versioned API, and the permissions of the credential. */
export type Principal = {
  kind: 'api_key' | 'oauth';
  /** The API key or app to which rate limits, usage and idempotency keys belong, as `key ID` or `app ID`. */
  subject: string;
  /** Null if an app acts for its account without a user. */
  userId: string | null;
  /** Null for all scopes. */
  scopes: string[] | null;
  memberships: Membership[];
  limits: Limits;
};

export type Limits = { ratePerSecond: number; burst: number; monthlyQuota: number };

/** The limits and their usage after this request. */
export type LimitState = Limits & { requestsLeft: number; usedInMonth: number };

export type CredentialErrorCode =
  | 'invalid_api_key'
  | 'api_key_expired'
  | 'invalid_token'
  | 'token_expired'
  | 'token_revoked'
  | 'oauth_app_not_found'
  | 'oauth_app_inactive';

export type Admission =
  | { fault: CredentialErrorCode }
  | { principal: Principal; limits: LimitState; exceeded: 'rate_limit_exceeded' | 'quota_exceeded' | null };

/** Returns the actor for the audit log. A subject is `key` or `app`, a space and the id. */
export function actorOfPrincipal({ kind, subject, userId }: Principal): Actor {
  return { kind: kind === 'oauth' ? 'oauth_app' : 'api_key', id: subject.slice(subject.indexOf(' ') + 1), userId };
}
