import { pageUrl } from '../../events/page-url.ts';
import type { Filter } from './filter.ts';

/** Without a list, all hostnames are accepted; with one, copies of the site elsewhere are dropped. */
export const ownHostname: Filter = {
  name: 'own-hostname',
  check({ event }, _client, { processing: { hostnames } }) {
    if (hostnames.length === 0 || event.url === null) return null;
    const hostname = pageUrl(event.url)?.hostname;
    return hostname !== undefined && isAllowedHostname(hostnames, hostname) ? null : 'hostname';
  },
};

export function isAllowedHostname(hostnames: string[], hostname: string): boolean {
  return hostnames.length === 0 || hostnames.some((known) => hostname === known || hostname.endsWith(`.${known}`));
}
