import type { IpAddress } from '../../lib/ip-address.ts';
import type { HostName } from './facts.ts';

/** Hostnames of addresses. DNS lookups take time, so cached names are available separately. */
export interface HostNameDirectory {
  /** Cached result: a name, null if the address has none, undefined without a result that is still valid. */
  known(address: IpAddress): HostName | null | undefined;
  /** Looks up the name. Returns null if there is none, undefined if DNS did not respond in time or too many lookups are in progress. */
  find(address: IpAddress): Promise<HostName | null | undefined>;
}

/** For installations without DNS lookups: treats every address as one without a hostname, so that none is looked up. */
export const noHostNames: HostNameDirectory = { known: () => null, find: async () => null };
