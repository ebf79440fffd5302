import { getDomain } from 'tldts';
import { boundedCache } from '../../lib/bounded-cache.ts';

/** The domains of hosting platforms count as public suffixes, because the sites of their customers are unrelated. */
const registrableDomain = boundedCache((hostname: string) => getDomain(hostname, { allowPrivateDomains: true }), 5_000);

/** True if a hostname belongs to the page's registrable domain or to the account's hostnames. */
export function isOwnHostname(hostname: string, pageHostname: string | null, ownHostnames: readonly string[]): boolean {
  if (hostname === pageHostname) return true;
  if (pageHostname !== null) {
    const domain = registrableDomain(hostname);
    if (domain !== null && domain === registrableDomain(pageHostname)) return true;
  }
  return ownHostnames.some((own) => isSameOrBelow(hostname, own));
}

function isSameOrBelow(hostname: string, ownHostname: string): boolean {
  const own = ownHostname.toLowerCase().replace(/^(\*\.|www\.)/, '');
  return hostname === own || hostname.endsWith(`.${own}`);
}
