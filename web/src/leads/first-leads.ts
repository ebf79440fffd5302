import { rememberedAccount } from '../api/remembered-account.ts';
import { leadQuery } from './lead-query.ts';

/**
 * The lead list query of the most recently used account, or null if the page does not start with the lead list. It is sent while the session
 * is still loading, which saves a round trip. The response is cached under that account and used only if the session is for it.
 */
export function firstLeads() {
  const { pathname, search } = location;
  const account = pathname === '/' || pathname === '/leads' ? rememberedAccount() : null;
  if (!account) return null;
  const params = new URLSearchParams(pathname === '/leads' ? search : '');
  return { base: `/accounts/${account.id}`, query: leadQuery(params, account.timezone, []).query };
}
