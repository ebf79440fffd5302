import { authenticateToken, type TokenHolder } from '../domain/access/authenticate-token.ts';
import { countRequest } from '../domain/access/request-windows.ts';
import { type MemberAccount, memberAccount } from '../domain/accounts/member-account.ts';
import type { Context } from '../domain/context.ts';
import { Problem } from '../domain/problem.ts';
import { readToken } from './read-token.ts';

/** Spec, Limits, earlier interface 1. */
const requestsPerMinute = 100;

export type Entrance = { holder: TokenHolder; account: MemberAccount | null };

/**
 * Who may come in. The order of refusals: no or a wrong token (401), a disabled token (403), too many requests (429), an account
 * id that is no integer (400), an account that is not the user's (404), a plan without this interface (402); then shapes (400)
 * and what is not there (404).
 *
 * Every request of a known token counts, whatever its answer: against the account in its path when the user belongs to it, else
 * against the token. Requests without a known token count nowhere, or a stranger could use up the minutes of an account.
 */
export async function enter(ctx: Context, authorization: string | undefined, accountId: string | null): Promise<Entrance> {
  const holder = await holderOf(ctx, authorization);
  const isInteger = accountId !== null && /^-?\d+$/.test(accountId);
  const isKnown = isInteger && /^\d{1,18}$/.test(accountId);
  const account = isKnown ? await memberAccount(ctx, holder.userId, accountId) : null;
  const window = await countRequest(ctx, account ? `account:${account.id}` : `token:${holder.tokenId}`, requestsPerMinute);
  if (holder.isDisabled) throw new Problem('forbidden', 'The API token is disabled');
  if (window.isExceeded) {
    throw new Problem('too_many_requests', {
      title: `The limit of ${requestsPerMinute} requests per minute per ${account ? 'account' : 'token'} is exceeded`,
      retryAfterSeconds: window.retryAfterSeconds,
    });
  }
  if (accountId === null) return { holder, account: null };
  if (!isInteger) throw new Problem('invalid_input', { title: "Parameter 'account_id' must be an integer", parameter: 'account_id' });
  return { holder, account: checkPlan(account, accountId) };
}

/** An account that is there, is the user's, and whose plan has this interface. */
export function checkPlan(account: MemberAccount | null, accountId: string): MemberAccount {
  if (!account) throw new Problem('not_found', `There is no account ${accountId}`);
  if (account.plan === 'lite') throw new Problem('payment_required', 'The account has no trial or premium subscription');
  return account;
}

async function holderOf(ctx: Context, authorization: string | undefined): Promise<TokenHolder> {
  const token = readToken(authorization);
  if (token === null) {
    throw new Problem('unauthenticated', 'The API token is missing: send the header "Authorization: Token token=<API_TOKEN>"');
  }
  const holder = await authenticateToken(ctx, token);
  if (!holder) throw new Problem('unauthenticated', 'The API token is incorrect');
  return holder;
}
