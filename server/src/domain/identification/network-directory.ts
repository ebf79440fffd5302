import type { IpAddress } from '../../lib/ip-address.ts';
import type { IpRange } from '../../lib/ip-range.ts';

/** An autonomous system (AS) with the data known about it offline. */
export type AutonomousSystem = {
  readonly asn: number;
  /** The registered holder, with known errors corrected; null if unreliable. */
  readonly organization: string | null;
  /** The country of its largest IPv4 ranges, or of some of its IPv6 ranges if it has no IPv4; null if unknown. */
  readonly countryCode: string | null;
  readonly ipv4AddressCount: number;
  readonly ipv4RangeCount: number;
  readonly ipv6RangeCount: number;
  /** Start of its largest IPv4 range; null if it has none. */
  readonly mainIpv4Address: number | null;
};

export type Network = { readonly system: AutonomousSystem; readonly range: IpRange };

/** Finds the network of an address. Must answer from memory, because it is called for every visit. */
export interface NetworkDirectory {
  find(address: IpAddress): Network | null;
  system(asn: number): AutonomousSystem | null;
  /** Ranges announced by a system: IPv4 ranges, largest first, then IPv6 ranges in order of address. */
  rangesOf(asn: number, limit: number): IpRange[];
  /** Version of the data; verdicts made with another version are outdated. */
  readonly version: string;
}
