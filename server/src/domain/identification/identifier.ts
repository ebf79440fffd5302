import type { CompanyReference } from './company-reference.ts';
import type { Location } from './location-directory.ts';
import type { PublicKind } from './network-kind.ts';

export type VerdictEvidence = { source: string; detail: string; weight: number };

/** What is thought of an address, and why. */
export type AddressVerdict = {
  kind: PublicKind;
  confidence: number;
  /** Null when nothing is sure enough. */
  company: CompanyReference | null;
  network: { cidr: string; asn: number; organization: string | null } | null;
  evidence: VerdictEvidence[];
};

/** Answers from memory: it is asked for every visit and must never make one wait. */
export type Identifier = {
  identify(ip: string): AddressVerdict;
  locate(ip: string): Location | null;
};
