import { authenticateToken, type TokenPrincipal } from '../domain/auth/authenticate-token.ts';
import { countRequest } from '../domain/auth/count-request.ts';
import type { WrongCredentialLimit } from '../domain/auth/wrong-credentials.ts';
import type { Context } from '../domain/context.ts';
import { Problem, type ProblemCause } from '../domain/problem.ts';
import { findMemberAccount, type MemberAccount } from '../domain/users/member-account.ts';
import type { EarlierContext } from './context.ts';
import { readToken } from './read-token.ts';

/** Per account, or per token if the path contains no account. */
const requestsPerMinute = 100;

/** Export requests per token. */
const exportsPerMinute = 5;

/** Limits the requests per minute that an address makes without a valid token. */
export const wrongTokenLimit: WrongCredentialLimit = { subject: 'wrong-token', limit: requestsPerMinute };

export type AuthorizedRequest = { principal: TokenPrincipal; account: MemberAccount | null };

export type RequestToAuthorize = { authorization: string | undefined; address: string; accountId: string | null; isExportRequest: boolean };

/**
 * Authenticates a request and checks its access to the account. Order of the checks: too many requests (429), missing or wrong
 * token (401), disabled token (403), invalid account id (400), account not found (404), role without API access (403), plan
 * without this API (402); then validation (400) and missing records (404).
 */
export async function authorizeRequest(ctx: EarlierContext, request: RequestToAuthorize): Promise<AuthorizedRequest> {
  const { accountId, isExportRequest } = request;
  const principal = await authenticate(ctx, request);
  const account = accountId === null || principal.isDisabled ? null : await accountOfUser(ctx, principal, accountId);
  // Only requests by users of an account count against its limit, so that others cannot lock them out.
  if (account) await count(ctx, `account:${account.id}`, requestsPerMinute, 'requests per minute per account');
  else await count(ctx, `token:${principal.tokenId}`, requestsPerMinute, 'requests per minute per token');
  if (isExportRequest)
    await count(ctx, `exports:${principal.tokenId}`, exportsPerMinute, 'export requests per minute per token', 'export_rate');
  if (principal.isDisabled) throw new Problem('forbidden', 'The API token is disabled');
  if (accountId === null) return { principal, account: null };
  if (!/^-?\d+$/.test(accountId))
    throw new Problem('invalid_input', { title: "Parameter 'account_id' must be an integer", parameter: 'account_id' });
  return { principal, account: checkAccess(account, accountId) };
}

/** Returns the principal of a valid token. Requests without one count against the client network, never against an account. */
async function authenticate(ctx: EarlierContext, { authorization, address }: RequestToAuthorize): Promise<TokenPrincipal> {
  const token = readToken(authorization);
  const principal = token === null ? null : await authenticateToken(ctx, token);
  if (principal) return principal;
  const retryAfterSeconds = await ctx.wrongTokens.count(address);
  if (retryAfterSeconds > 0) {
    const title = `The limit of ${requestsPerMinute} requests per minute per address without a valid token is exceeded`;
    throw new Problem('too_many_requests', { title, retryAfterSeconds, cause: 'wrong_credentials' });
  }
  if (token !== null) throw new Problem('unauthenticated', 'The API token is incorrect');
  throw new Problem('unauthenticated', 'The API token is missing: send the header "Authorization: Token token=<API_TOKEN>"');
}

/** Returns the account if the user belongs to it. Malformed ids are not looked up. */
export async function accountOfUser(ctx: Context, { userId }: TokenPrincipal, accountId: string): Promise<MemberAccount | null> {
  const id = normalizeAccountId(accountId);
  return id === null ? null : findMemberAccount(ctx, userId, id);
}

/** Checks that the account exists, that the user's role allows API access and that the plan includes this API. */
export function checkAccess(account: MemberAccount | null, accountId: string): MemberAccount {
  if (!account) throw new Problem('not_found', `There is no account ${accountId}`);
  if (!account.canUseApi) throw new Problem('forbidden', 'The role of the user in this account lacks the permission manage_api');
  if (account.plan === 'lite') throw new Problem('payment_required', 'The account has no trial or premium subscription');
  return account;
}

/** Drops the leading zeros of an account id. Returns null if the id is malformed. */
function normalizeAccountId(accountId: string): string | null {
  return /^\d{1,18}$/.test(accountId) ? String(BigInt(accountId)) : null;
}

/** Counts a request, whatever its response will be, and rejects it if the limit is exceeded. */
async function count(ctx: Context, subject: string, limit: number, unit: string, cause: ProblemCause = 'credential_rate'): Promise<void> {
  const window = await countRequest(ctx, subject, limit);
  if (!window.isExceeded) return;
  throw new Problem('too_many_requests', {
    title: `The limit of ${limit} ${unit} is exceeded`,
    retryAfterSeconds: window.retryAfterSeconds,
    cause,
  });
}
