import type { IpRange } from '../../lib/ip-range.ts';
import type { Context } from '../context.ts';
import type { Correction } from './correction.ts';
import type { AddressFacts, FurtherFacts, VisitorFacts } from './facts.ts';
import type { HostNameDirectory } from './host-name-directory.ts';
import type { Verdict } from './identify.ts';
import type { Location } from './location-directory.ts';

export type AddressVerdict = Verdict;

export type IdentifierContext = Context & { identifier: Identifier };

/** Answers from memory: it is asked for every visit and must never make one wait. */
export type Identifier = {
  /** Everything known about an address. */
  findFacts(ip: string, further?: FurtherFacts, corrections?: readonly Correction[]): AddressFacts;
  /** Facts brought up to date with the data files, where only a block is known that holds the address. */
  renewFacts(facts: AddressFacts, block: IpRange): AddressFacts;
  /** Who is behind an address of which these facts are known. */
  judge(facts: AddressFacts, visitor?: VisitorFacts, corrections?: readonly Correction[]): AddressVerdict;
  locate(ip: string): Location | null;
  /** The blocks that an autonomous system announces, the largest first. */
  blocksOf(asn: number, most: number): string[];
  hostNames: HostNameDirectory;
};
