import { rememberedAccount } from '../api/remembered-account.ts';
import { leadQuery } from './lead-query.ts';

/**
 * The query of the first leads of the account shown last. It is sent while the session is still loading, which saves a round trip. The
 * response waits in the cache under its account and is used only if the session shows that account.
 */
export function firstLeads() {
  const { pathname, search } = location;
  const account = pathname === '/' || pathname === '/leads' ? rememberedAccount() : null;
  if (!account) return null;
  const params = new URLSearchParams(pathname === '/leads' ? search : '');
  return { base: `/accounts/${account.id}`, query: leadQuery(params, account.timezone, []).query };
}
