import type { IpAddress } from '../../lib/ip-address.ts';
import type { IpRange } from '../../lib/ip-range.ts';

/** A network of its own on the internet: what is known of one autonomous system (AS) without asking anyone. */
export type AutonomousSystem = {
  readonly asn: number;
  /** The registered holder, repaired where the data are faulty; null where they cannot be trusted. */
  readonly organization: string | null;
  /** Where most of its addresses are. */
  readonly countryCode: string | null;
  readonly ipv4AddressCount: number;
  readonly ipv4RangeCount: number;
  readonly ipv6RangeCount: number;
  /** Where the largest of its IPv4 ranges begins; null when it has none. */
  readonly mainIpv4Address: number | null;
};

export type Network = { readonly system: AutonomousSystem; readonly range: IpRange };

/** Finds the network an address belongs to. Must answer from memory: it is asked for every visit. */
export interface NetworkDirectory {
  find(address: IpAddress): Network | null;
  system(asn: number): AutonomousSystem | null;
  /** The ranges that a system announces, the largest first. */
  rangesOf(asn: number, most: number): IpRange[];
  /** The version of the data, for deciding whether verdicts are older than they. */
  readonly version: string;
}
