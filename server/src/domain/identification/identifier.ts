import type { AddressFacts, VisitorFacts } from './facts.ts';
import type { HostNameDirectory } from './host-name-directory.ts';
import type { Verdict } from './identify.ts';
import type { Location } from './location-directory.ts';
import type { OperatorRule } from './operator-rule.ts';

export type AddressVerdict = Verdict;

/** What is known of an address beyond what the data files say, from the account's own tables. */
export type FurtherFacts = Pick<AddressFacts, 'netblocks' | 'learned' | 'hostName' | 'carried'>;

/** Answers from memory: it is asked for every visit and must never make one wait. */
export type Identifier = {
  identify(ip: string, further?: FurtherFacts, visitor?: VisitorFacts, rules?: readonly OperatorRule[]): AddressVerdict;
  locate(ip: string): Location | null;
  /** The blocks that an autonomous system announces, the largest first. */
  blocksOf(asn: number, most: number): string[];
  hostNames: HostNameDirectory;
};
