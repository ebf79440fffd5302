import type { IpAddress } from '../../lib/ip-address.ts';
import type { IpRange } from '../../lib/ip-range.ts';
import type { CompanyReference } from './company-reference.ts';
import type { Evidence } from './evidence.ts';
import type { NetworkKind } from './network-kind.ts';

/** A block that the company directory assigns to a company. */
export type Netblock = { range: IpRange; company: CompanyReference };

/** What a database of the operator says about an address: a company, or that it is a provider. */
export type ImportedMatch = { database: string; company: CompanyReference | null; kind: NetworkKind | null };

/** How many visitors with a work e-mail of this domain were seen at an address. */
export type LearnedDomain = { domain: string; visitorCount: number };

export type HostName = { name: string; forwardConfirmed: boolean };

/** Everything known about an address. What was not looked up is left out. */
export type AddressFacts = {
  address: IpAddress;
  hostName?: HostName | null;
  netblocks?: readonly Netblock[];
  imported?: readonly ImportedMatch[];
  learned?: readonly LearnedDomain[];
  /** Evidence from an earlier judgement that cannot be found again, because the address itself was not kept. */
  carried?: readonly Evidence[];
};

/** Everything known about the visitor, from this visit and earlier ones. */
export type VisitorFacts = {
  email?: string | null;
  /** Where the same visitor was seen before with high confidence. */
  office?: { company: CompanyReference; confidence: number; ageDays: number } | null;
};
