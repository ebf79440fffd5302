import type { IpAddress } from '../../lib/ip-address.ts';
import type { HostName } from './facts.ts';

/** Hostnames of addresses. DNS lookups take time, so cached names are available separately. */
export interface HostNameDirectory {
  /** Cached result: a name, null if the address has none, undefined if it was never looked up. */
  known(address: IpAddress): HostName | null | undefined;
  /** Looks up the name. Returns null if there is none, undefined if DNS did not respond in time or too many lookups are in progress. */
  find(address: IpAddress): Promise<HostName | null | undefined>;
}

/** For installations without DNS lookups. */
export const noHostNames: HostNameDirectory = { known: () => null, find: async () => null };
