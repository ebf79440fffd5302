import { authenticateToken, type TokenHolder } from '../domain/access/authenticate-token.ts';
import { countRequest } from '../domain/access/request-windows.ts';
import { type MemberAccount, memberAccount } from '../domain/accounts/member-account.ts';
import type { Context } from '../domain/context.ts';
import { Problem } from '../domain/problem.ts';
import { hashSecret } from '../lib/secrets.ts';
import { readToken } from './read-token.ts';

/** Spec, Limits, earlier interface 1. */
const requestsPerMinute = 100;

/** Spec, Limits, earlier interface 2. */
const exportsPerMinute = 5;

export type Entrance = { holder: TokenHolder; account: MemberAccount | null };

export type Asked = { authorization: string | undefined; accountId: string | null; isExportRequest: boolean };

/**
 * Who may come in. The order of refusals: too many requests (429), no or a wrong token (401), a disabled token (403), an account
 * id that is no integer (400), an account that is not the user's (404), a role without access for programs (403), a plan
 * without this interface (402); then shapes (400) and what is not there (404).
 */
export async function enter(ctx: Context, { authorization, accountId, isExportRequest }: Asked): Promise<Entrance> {
  const token = readToken(authorization);
  const countedAccount = accountId === null ? null : countableAccount(accountId);
  if (countedAccount !== null) await count(ctx, `account:${countedAccount}`, requestsPerMinute, 'requests per minute per account');
  const holder = token === null ? null : await authenticateToken(ctx, token);
  if (token !== null) {
    const sender = holder ? holder.tokenId : `unknown:${hashSecret(token).toString('base64url')}`;
    if (countedAccount === null) await count(ctx, `token:${sender}`, requestsPerMinute, 'requests per minute per token');
    if (isExportRequest) await count(ctx, `exports:${sender}`, exportsPerMinute, 'export requests per minute per token');
  }
  if (token === null) {
    throw new Problem('unauthenticated', 'The API token is missing: send the header "Authorization: Token token=<API_TOKEN>"');
  }
  if (!holder) throw new Problem('unauthenticated', 'The API token is incorrect');
  if (holder.isDisabled) throw new Problem('forbidden', 'The API token is disabled');
  if (accountId === null) return { holder, account: null };
  if (!/^-?\d+$/.test(accountId))
    throw new Problem('invalid_input', { title: "Parameter 'account_id' must be an integer", parameter: 'account_id' });
  return { holder, account: checkAccess(await accountOfUser(ctx, holder, accountId), accountId) };
}

/** The account, if the user belongs to it. Ids that no account can have are not looked up. */
export async function accountOfUser(ctx: Context, { userId }: TokenHolder, accountId: string): Promise<MemberAccount | null> {
  const known = countableAccount(accountId);
  return known === null ? null : memberAccount(ctx, userId, known);
}

/** An account that is there and is the user's, whose role lets programs in and whose plan has this interface. */
export function checkAccess(account: MemberAccount | null, accountId: string): MemberAccount {
  if (!account) throw new Problem('not_found', `There is no account ${accountId}`);
  if (!account.mayUseApi) throw new Problem('forbidden', 'The role of the user in this account lacks the permission manage_api');
  if (account.plan === 'lite') throw new Problem('payment_required', 'The account has no trial or premium subscription');
  return account;
}

/** An account id as it is counted: leading zeros make no other account. Null for what can be no account. */
function countableAccount(accountId: string): string | null {
  return /^\d{1,18}$/.test(accountId) ? String(BigInt(accountId)) : null;
}

/**
 * Every request counts, whatever its answer: against the account in its path, whoever asks, and elsewhere against the token that
 * it carries, a wrong one too. Spec, Limits, earlier interface 1.
 */
async function count(ctx: Context, subject: string, limit: number, unit: string): Promise<void> {
  const window = await countRequest(ctx, subject, limit);
  if (!window.isExceeded) return;
  throw new Problem('too_many_requests', {
    title: `The limit of ${limit} ${unit} is exceeded`,
    retryAfterSeconds: window.retryAfterSeconds,
  });
}
