import type { IpRange } from '../../lib/ip-range.ts';
import type { Context } from '../context.ts';
import type { Correction } from './correction.ts';
import type { AdditionalFacts, AddressFacts, VisitorFacts } from './facts.ts';
import type { HostNameDirectory } from './host-name-directory.ts';
import type { Verdict } from './identify.ts';
import type { Location } from './location-directory.ts';

export type AddressVerdict = Verdict;

export type IdentifierContext = Context & { identifier: CompanyIdentifier };

/** Identifies companies with data in memory. Must be fast, because it runs for every visit. */
export type CompanyIdentifier = {
  findFacts(ip: string, additional?: AdditionalFacts, corrections?: readonly Correction[]): AddressFacts;
  /** Updates facts from the data files when only a block around the address is known. */
  refreshFacts(facts: AddressFacts, block: IpRange): AddressFacts;
  /** Identifies the company behind an address with these facts. */
  identify(facts: AddressFacts, visitor?: VisitorFacts, corrections?: readonly Correction[]): AddressVerdict;
  locate(ip: string): Location | null;
  /** Blocks announced by an autonomous system, largest first. */
  blocksOf(asn: number, limit: number): string[];
  hostNames: HostNameDirectory;
};
