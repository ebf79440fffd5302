import { combine } from './combine.ts';
import type { CompanyReference } from './company-reference.ts';
import { type Correction, correctionForDomain, narrowestCorrection } from './correction.ts';
import { type Evidence, withoutOtherKeys } from './evidence.ts';
import type { AddressFacts, LearnedDomain, VisitorFacts } from './facts.ts';
import type { NetworkAssessor } from './network-assessment.ts';
import type { NetworkDirectory } from './network-directory.ts';
import { type PublicKind, publicKind } from './network-kind.ts';
import { kindOfFacts } from './no-company-reason.ts';
import type { OrganizationDirectory } from './organization-directory.ts';
import { correctionEvidence } from './sources/correction.ts';
import { importedDatabaseEvidence } from './sources/imported-database.ts';
import { learnedAddressEvidence } from './sources/learned-address.ts';
import { netblockEvidence } from './sources/netblock.ts';
import { seenAtWorkplaceEvidence } from './sources/seen-at-workplace.ts';
import { workEmailEvidence } from './sources/work-email.ts';

/** Data for identification that does not depend on the visit. Each process holds it in memory. */
export type Knowledge = {
  readonly networks: NetworkDirectory;
  readonly organizations: OrganizationDirectory;
  readonly assessor: NetworkAssessor;
};

export type Verdict = {
  kind: PublicKind;
  /** Confidence in the most likely company; 0 if there is none. */
  confidence: number;
  /** The most likely company; null below the threshold. */
  company: CompanyReference | null;
  network: AddressFacts['network'];
  evidence: Evidence[];
  /** Whether a correction excludes this address or company. */
  ignored: boolean;
  /** The facts about the address on which the verdict is based. */
  facts: AddressFacts;
};

export const defaultLeadThreshold = 0.5;

/** Identifies the company behind an address. A pure function: the same facts always give the same verdict. */
export function identify(
  organizations: OrganizationDirectory,
  facts: AddressFacts,
  visitor: VisitorFacts = {},
  corrections: readonly Correction[] = [],
  leadThreshold = defaultLeadThreshold,
): Verdict {
  const kind = kindOfFacts(facts);
  const base = { kind: publicKind(kind), network: facts.network, ignored: false, facts };

  const addressCorrection = narrowestCorrection(corrections, facts.ruleIds);
  if (addressCorrection !== null) return verdictOfCorrection(base, addressCorrection, 1, []);

  const combined = combine(collectEvidence(organizations, facts, visitor), kind);
  const isLead = combined.company !== null && combined.confidence >= leadThreshold;
  const domainCorrection = correctionForDomain(corrections, combined.company?.domain ?? null);
  // A correction says what a domain means, and not that weak evidence for the domain is right.
  if (domainCorrection !== null && (isLead || domainCorrection.effect.kind !== 'company'))
    return verdictOfCorrection(base, domainCorrection, combined.confidence, combined.evidence);

  return { ...base, company: isLead ? combined.company : null, confidence: combined.confidence, evidence: combined.evidence };
}

/** Runs for every visit. Most visits have evidence from the network only, so sources without evidence must not allocate memory. */
function collectEvidence(organizations: OrganizationDirectory, facts: AddressFacts, visitor: VisitorFacts): Evidence[] {
  const evidence: Evidence[] = [];
  const email = workEmailEvidence(visitor.email, organizations);
  if (email !== null) evidence.push(email);
  const workplace = seenAtWorkplaceEvidence(visitor.workplace);
  if (workplace !== null) evidence.push(workplace);
  const learned = allLearned(facts);
  if (learned.length > 0) evidence.push(...learnedAddressEvidence(learned, organizations));
  if (facts.hostName !== null) evidence.push(facts.hostName);
  if (facts.imported.length > 0) evidence.push(...importedDatabaseEvidence(facts.imported));
  if (facts.netblocks.length > 0) evidence.push(...netblockEvidence(facts.netblocks));
  if (facts.holder !== null) evidence.push(facts.holder);
  return evidence;
}

/** Takes the larger count instead of the sum, because visitors may be learned again after retention has deleted them. */
function allLearned({ learned, settled }: AddressFacts): readonly LearnedDomain[] {
  return settled.length === 0 ? learned : largerCounts(learned, settled);
}

/** Returns the largest count of each domain, sorted by domain. */
export function largerCounts(...lists: (readonly LearnedDomain[])[]): LearnedDomain[] {
  const counts = new Map<string, number>();
  for (const { domain, visitorCount } of lists.flat()) counts.set(domain, Math.max(visitorCount, counts.get(domain) ?? 0));
  return [...counts].map(([domain, visitorCount]) => ({ domain, visitorCount })).sort((a, b) => (a.domain < b.domain ? -1 : 1));
}

function verdictOfCorrection(
  base: Pick<Verdict, 'kind' | 'network' | 'ignored' | 'facts'>,
  correction: Correction,
  confidence: number,
  others: Evidence[],
): Verdict {
  const evidence = withoutOtherKeys(correctionEvidence(correction));
  return {
    ...base,
    company: evidence.company,
    confidence: evidence.company === null ? 0 : confidence,
    evidence: [evidence, ...others],
    ignored: correction.effect.kind === 'ignore',
  };
}
