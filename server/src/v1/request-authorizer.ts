import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Account } from '../domain/accounts/account.ts';
import { accountLoader } from '../domain/accounts/account-loader.ts';
import { isEntitled } from '../domain/accounts/entitlements.ts';
import { keyAuthenticator } from '../domain/auth/key-authenticator.ts';
import { oauthAuthenticator } from '../domain/auth/oauth-authenticator.ts';
import type { Admission, Principal } from '../domain/auth/principal.ts';
import { WrongCredentials } from '../domain/auth/wrong-credentials.ts';
import { canManageApi } from '../domain/users/roles.ts';
import { type Credential, readCredential } from '../http/read-credential.ts';
import { ApiError } from './api-error.ts';
import type { V1Context } from './context.ts';
import { credentialError } from './credential-error.ts';
import { limitHeaders, retryAfterSeconds } from './limit-headers.ts';
import type { Operation } from './operation.ts';
import { queryOf } from './query-of.ts';

export type AuthorizedRequest = { principal: Principal; account: Account | null };

/** Authorizes a request before its body is parsed. Order of the checks: credential, limits, account, permission, entitlement, scope. */
export class RequestAuthorizer {
  readonly #ctx: V1Context;
  readonly #realm: string;
  readonly #wrongCredentials: WrongCredentials;
  readonly #authenticateKey: (key: string) => Promise<Admission>;
  readonly #authenticateToken: (token: string) => Promise<Admission>;
  readonly #loadAccount: (accountId: string) => Promise<Account | null>;

  constructor(ctx: V1Context) {
    this.#ctx = ctx;
    this.#realm = new URL(ctx.config.publicUrl).host;
    this.#wrongCredentials = new WrongCredentials(ctx);
    this.#authenticateKey = keyAuthenticator(ctx);
    this.#authenticateToken = oauthAuthenticator(ctx);
    this.#loadAccount = accountLoader(ctx);
  }

  async authorize(operation: Operation, req: FastifyRequest, res: FastifyReply): Promise<AuthorizedRequest> {
    const principal = await this.#identify(req, res);
    const accountId = queryOf(req).account_id;
    const account = operation.account === 'none' ? null : await this.#accountOf(principal, accountId, operation.account);
    if (account && !isEntitled(account.plan, 'api')) throw notEntitled('the API');
    if (account && operation.entitlement && !isEntitled(account.plan, operation.entitlement)) throw notEntitled(operation.entitlement);
    if (operation.scope !== null && principal.scopes !== null && !principal.scopes.includes(operation.scope)) {
      throw new ApiError(
        403,
        { code: 'insufficient_scope', title: `The credential lacks the scope ${operation.scope}.` },
        { 'www-authenticate': `Bearer realm="${this.#realm}", error="insufficient_scope", scope="${operation.scope}"` },
      );
    }
    return { principal, account };
  }

  async #identify(req: FastifyRequest, res: FastifyReply): Promise<Principal> {
    const credential = readCredential(req.headers);
    if (credential.kind === 'none') throw credentialError('missing_token', this.#realm);
    const admission = await this.#admissionOf(credential);
    if ('fault' in admission) {
      rejectAfterTooManyFailures(await this.#wrongCredentials.count(req.ip));
      throw credentialError(admission.fault, this.#realm);
    }
    const { principal, limits, exceeded } = admission;
    const now = this.#ctx.clock.now();
    res.headers(limitHeaders(limits, now));
    if (exceeded !== null) {
      const title =
        exceeded === 'quota_exceeded'
          ? `The monthly quota of ${limits.monthlyQuota} requests has been exceeded.`
          : `The rate limit of ${limits.ratePerSecond} requests per second has been exceeded.`;
      const cause = exceeded === 'quota_exceeded' ? 'monthly_quota' : 'credential_rate';
      throw new ApiError(429, { code: exceeded, title }, { 'retry-after': String(retryAfterSeconds(exceeded, limits, now)) }, cause);
    }
    return principal;
  }

  #admissionOf(credential: Exclude<Credential, { kind: 'none' }>): Promise<Admission> | Admission {
    if (credential.kind === 'api_key') return this.#authenticateKey(credential.key);
    if (credential.kind === 'bearer') return this.#authenticateToken(credential.token);
    return { fault: 'invalid_token' };
  }

  async #accountOf(principal: Principal, requestedId: unknown, use: 'required' | 'optional'): Promise<Account | null> {
    if (requestedId === undefined || requestedId === '') {
      if (use === 'optional') return null;
      throw new ApiError(403, {
        code: 'missing_account_id',
        title: 'The query parameter account_id is missing.',
        source: { parameter: 'account_id' },
      });
    }
    const membership = principal.memberships.find(({ accountId }) => accountId === requestedId);
    const account = membership ? await this.#loadAccount(membership.accountId) : null;
    if (!membership || !account) {
      throw new ApiError(403, {
        code: 'invalid_account_id',
        title: 'The account_id does not belong to the authenticated user.',
        source: { parameter: 'account_id' },
      });
    }
    if (!canManageApi(membership)) {
      throw new ApiError(403, { code: 'insufficient_permissions', title: 'The user lacks the permission manage_api for this account.' });
    }
    return account;
  }
}

function rejectAfterTooManyFailures(waitSeconds: number): void {
  if (waitSeconds === 0) return;
  const title = 'Too many failed authentication attempts from this IP address.';
  throw new ApiError(429, { code: 'too_many_requests', title }, { 'retry-after': String(waitSeconds) }, 'wrong_credentials');
}

function notEntitled(feature: string): ApiError {
  return new ApiError(403, { code: 'insufficient_entitlements', title: `The plan of this account does not include ${feature}.` });
}
