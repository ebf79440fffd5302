import type { CompanyReference } from './company-reference.ts';
import type { Evidence } from './evidence.ts';
import type { NetworkKind } from './network-kind.ts';

/** A block that the company directory assigns to a company. */
export type Netblock = {
  /** Identifies the block without naming it: a small one would give the address away. */
  id: string;
  prefix: number;
  companyId: string;
  company: CompanyReference;
  /** The block as evidence names it. */
  label: string;
};

/** What a database of the operator says about an address: a company, or that it is a provider. */
export type ImportedMatch = { database: string; company: CompanyReference | null; kind: NetworkKind | null };

/** How many visitors with a work e-mail of this domain were seen at an address. */
export type LearnedDomain = { domain: string; visitorCount: number };

export type HostName = { name: string; forwardConfirmed: boolean };

/** The network an address belongs to. */
export type NetworkOfAddress = { cidr: string; asn: number; organization: string | null };

/** What is known of an address beyond the data files: from the directory, the account's own tables and name servers. */
export type FurtherFacts = {
  /** The smallest block first. */
  netblocks?: readonly Netblock[];
  learned?: readonly LearnedDomain[];
  hostName?: HostName | null;
};

/**
 * Everything known about an address when a visit came from it. Kept with the verdict, so that judging the visit again never knows less
 * than the first time, whatever became of the address itself.
 */
export type AddressFacts = {
  readonly network: NetworkOfAddress | null;
  /** What the network is for. */
  readonly kind: NetworkKind | null;
  /** What the holder of the network says about its users. */
  readonly holder: Evidence | null;
  readonly hostName: Evidence | null;
  readonly imported: readonly ImportedMatch[];
  /** Every block of the directory that holds the address, the smallest first. */
  readonly netblocks: readonly Netblock[];
  readonly learned: readonly LearnedDomain[];
  /** What had been learned before the retention period deleted it. */
  readonly settled: readonly LearnedDomain[];
  /** The rules of the account for blocks that hold the address. */
  readonly ruleIds: readonly string[];
};

export const noFacts: AddressFacts = {
  network: null,
  kind: null,
  holder: null,
  hostName: null,
  imported: [],
  netblocks: [],
  learned: [],
  settled: [],
  ruleIds: [],
};

/** Everything known about the visitor, from this visit and earlier ones. */
export type VisitorFacts = {
  email?: string | null;
  /** Where the same visitor was seen before with high confidence. */
  office?: { company: CompanyReference; confidence: number; ageDays: number } | null;
};
