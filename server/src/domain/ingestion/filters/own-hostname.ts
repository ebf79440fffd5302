import { pageUrl } from '../../events/page-url.ts';
import type { Filter } from './filter.ts';

/** Drops hits of hostnames that are not in the account's list, such as copies of the site. Without a list, all hostnames are accepted. */
export const ownHostname: Filter = {
  name: 'own-hostname',
  check({ event }, _client, { processing: { hostnames } }) {
    if (hostnames.length === 0 || event.url === null) return null;
    const hostname = pageUrl(event.url)?.hostname;
    return hostname !== undefined && isAllowedHostname(hostnames, hostname) ? null : 'hostname';
  },
};

export function isAllowedHostname(hostnames: string[], hostname: string): boolean {
  return hostnames.length === 0 || hostnames.some((allowed) => hostname === allowed || hostname.endsWith(`.${allowed}`));
}
