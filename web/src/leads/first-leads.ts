import { rememberedAccount } from '../api/remembered-account.ts';
import { leadQuery } from './lead-query.ts';

/**
 * The lead list query of the most recently used account, or null if the page does not start with the lead list. It is sent while the
 * session is still loading, which saves a round trip. The response is cached for that account and used only if the session shows it.
 */
export function firstLeadQuery() {
  const { pathname, search } = location;
  const account = pathname === '/' || pathname === '/leads' ? rememberedAccount() : null;
  if (!account) return null;
  const params = new URLSearchParams(pathname === '/leads' ? search : '');
  // Near midnight, after a daylight saving time change, this can be the wrong day. The list then sends its own request.
  const today = new Date(Date.now() + account.utcOffsetMs).toISOString().slice(0, 10);
  return { base: `/accounts/${account.id}`, query: leadQuery(params, today, []).query };
}
