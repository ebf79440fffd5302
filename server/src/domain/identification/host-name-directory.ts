import type { IpAddress } from '../../lib/ip-address.ts';
import type { HostName } from './facts.ts';

/** Host names of addresses. Asking the network takes time, so what is known already can be had at once. */
export interface HostNameDirectory {
  /** What is remembered: a name, null for an address without one, undefined when it was never asked. */
  known(address: IpAddress): HostName | null | undefined;
  /** Asks, within bounds; null when there is no name, undefined when there was no answer in time or too much to ask. */
  find(address: IpAddress): Promise<HostName | null | undefined>;
}

/** For installations that look nothing up. */
export const noHostNames: HostNameDirectory = { known: () => null, find: async () => null };
