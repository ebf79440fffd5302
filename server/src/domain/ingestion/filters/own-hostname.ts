import { pageUrl } from '../../events/page-url.ts';
import type { Filter } from './filter.ts';

/** Without a list every hostname is the account's; with one, a copy of the site elsewhere must not report. */
export const ownHostname: Filter = {
  name: 'own-hostname',
  judge({ event }, _origin, { processing: { hostnames } }) {
    if (hostnames.length === 0 || event.url === null) return null;
    const hostname = pageUrl(event.url)?.hostname;
    return hostname !== undefined && isOwnHostname(hostnames, hostname) ? null : 'hostname';
  },
};

export function isOwnHostname(hostnames: string[], hostname: string): boolean {
  return hostnames.length === 0 || hostnames.some((known) => hostname === known || hostname.endsWith(`.${known}`));
}
