import type { CompanyReference } from './company-reference.ts';
import type { Evidence } from './evidence.ts';
import type { NetworkKind } from './network-kind.ts';

/** A block that the directory assigns to a company. */
export type Netblock = {
  /** A hash, because a small block would reveal the address. */
  id: string;
  prefix: number;
  companyId: string;
  company: CompanyReference;
  /** Description of the block in evidence. */
  label: string;
};

/** Result of an operator's database for an address: a company, or the kind of provider. */
export type ImportedMatch = {
  database: string;
  company: CompanyReference | null;
  kind: NetworkKind | null;
  /** Set if the database gives the company less than the usual weight. */
  weight?: number;
};

/** A domain, and the number of visitors at an address who left a work e-mail address of that domain. */
export type LearnedDomain = { domain: string; visitorCount: number };

export type HostName = { name: string; isForwardConfirmed: boolean };

export type NetworkOfAddress = { cidr: string; asn: number; organization: string | null };

/** Facts that are not in the data files: from the directory, the account's tables and DNS. */
export type AdditionalFacts = {
  /** Smallest block first. */
  netblocks?: readonly Netblock[];
  learned?: readonly LearnedDomain[];
  hostName?: HostName | null;
};

/**
 * Everything known about an address at the time of a visit. Stored with the verdict, so that a re-evaluation has at least the same
 * information, even after the address has been deleted.
 */
export type AddressFacts = {
  readonly network: NetworkOfAddress | null;
  readonly kind: NetworkKind | null;
  /** Whether the users of the network are mostly guests, as in a hotel. */
  readonly isSharedPlace: boolean;
  /** Evidence from the holder of the network. */
  readonly holder: Evidence | null;
  readonly hostName: Evidence | null;
  readonly imported: readonly ImportedMatch[];
  /** All directory blocks that contain the address, smallest first. */
  readonly netblocks: readonly Netblock[];
  readonly learned: readonly LearnedDomain[];
  /** Learned domains that retention has since deleted. */
  readonly settled: readonly LearnedDomain[];
  /** Corrections of the account whose block contains the address. */
  readonly ruleIds: readonly string[];
};

export const noFacts: AddressFacts = {
  network: null,
  kind: null,
  isSharedPlace: false,
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
  /** A company network in which the visitor was seen before with high confidence. */
  workplace?: { company: CompanyReference; confidence: number; ageDays: number } | null;
};
