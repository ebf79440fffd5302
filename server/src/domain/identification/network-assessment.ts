import { type CompanyReference, companyReference } from './company-reference.ts';
import { evidenceText, withGuests, withReasons } from './evidence-text.ts';
import { cuesIn } from './kind-cue-matcher.ts';
import { personNameSignal } from './kind-signals.ts';
import { nameWords } from './name-words.ts';
import type { AutonomousSystem, NetworkDirectory } from './network-directory.ts';
import { isUsedByHolder, type NetworkKind } from './network-kind.ts';
import type { KnownNetwork, OrganizationDirectory } from './organization-directory.ts';
import { displayName, domainInName } from './organization-name.ts';
import { estimateOwnUse, type OwnUseWeights } from './own-use.ts';
import { scoreKind } from './score-kind.ts';
import { type SharedPlace, sharedPlaceInName } from './shared-place.ts';

/** Assessment of a network. It applies to all addresses of the network, so it is cached. */
export type NetworkAssessment = {
  readonly kind: NetworkKind | null;
  /** The holder as a company, if it is likely to be the user of the network. */
  readonly company: CompanyReference | null;
  /** Probability that a visitor from this network belongs to that company. */
  readonly companyWeight: number;
  /** A sentence about how the kind was determined. */
  readonly explanation: string;
  readonly isSharedPlace?: boolean;
};

const reviewedWeight = 0.95;
const contentNetworkWeight = 0.7;
/** Too low to identify a company without other evidence, because most visitors are guests. */
const sharedPlaceWeight = 0.4;
const sameNameWeight = 0.85;
const scoredWeight = 0.85;

/** Assesses networks and caches the results. Order of precedence: imported data, reviewed data, public lists, names, score. */
export class NetworkAssessor {
  readonly #networks: NetworkDirectory;
  readonly #organizations: OrganizationDirectory;
  readonly #cache = new Map<number, NetworkAssessment>();
  #networksByHolder: Map<string, Map<NetworkKind, KindCount>> | undefined;

  readonly #readWeights: () => OwnUseWeights;
  #weights: OwnUseWeights | undefined;

  /** The weights are read when the first network is scored. */
  constructor(networks: NetworkDirectory, organizations: OrganizationDirectory, readWeights: () => OwnUseWeights = () => new Map()) {
    this.#networks = networks;
    this.#organizations = organizations;
    this.#readWeights = readWeights;
  }

  /** `importedKind` is the kind of a provider's network according to a database, for a network that was not reviewed. */
  assess(system: AutonomousSystem, importedKind?: NetworkKind): NetworkAssessment {
    const cached = this.#cache.get(system.asn);
    if (cached !== undefined) return cached;
    const network = this.#organizations.network(system.asn);
    const assessment = network === null ? this.#assessUnreviewed(system, importedKind) : assessKnown(system, network);
    // The name and kind of a network that the bundled data lacks may differ between imported databases.
    if (this.#networks.system(system.asn) !== null) this.#cache.set(system.asn, assessment);
    return assessment;
  }

  #assessUnreviewed(system: AutonomousSystem, importedKind: NetworkKind | undefined): NetworkAssessment {
    if (importedKind !== undefined) return withoutCompany(importedKind, evidenceText('listed', { asn: system.asn, kind: importedKind }));
    const name = system.organization;
    if (name === null) return withoutCompany(null, evidenceText('holder_unknown', { asn: system.asn }));
    const namesake = this.#organizations.byName(name, system.countryCode);
    // A holder whose other networks were reviewed as those of a provider is a provider, even if an organization has the same name.
    // Otherwise an organization with the same name takes precedence over the organization of those networks.
    const otherNetwork = this.#otherNetworkOf(name) ?? (namesake === null ? null : this.#otherNetworkOf(namesake.company.name));
    if (otherNetwork !== null && otherNetwork.organization === null)
      return withoutCompany(otherNetwork.kind, evidenceText('others_reviewed', { holder: name, kind: otherNetwork.kind }));
    const organization = namesake ?? otherNetwork?.organization ?? null;
    if (organization === null) return this.#assessByScore(name, system);
    const explanation = evidenceText('holder', { asn: system.asn, holder: name });
    return organization.sharedPlace === null
      ? withCompany(organization.kind, organization.company, sameNameWeight, explanation)
      : asSharedPlace(withCompany(organization.kind, organization.company, sharedPlaceWeight, explanation), organization.sharedPlace);
  }

  #assessByScore(name: string, system: AutonomousSystem): NetworkAssessment {
    const holderWords = nameWords(name);
    // Never disclose the name or address of a person.
    if (personNameSignal(name, holderWords, cuesIn(holderWords)).reason !== '')
      return withoutCompany('person', evidenceText('scored_person', { asn: system.asn, kind: 'person' }));
    if (streetAddress.test(name)) return withoutCompany('unknown', evidenceText('street_address', { asn: system.asn }));
    const score = scoreKind(system);
    this.#weights ??= this.#readWeights();
    const { probability, reasons } = estimateOwnUse(system, score.ownUseProbability, this.#weights);
    const scored = { asn: system.asn, holder: name };
    const sentence = score.kind === null ? evidenceText('scored_nothing', scored) : evidenceText('scored', { ...scored, kind: score.kind });
    const explanation = withReasons(sentence, [...score.reasons, ...reasons]);
    if (score.kind === null || !isUsedByHolder(score.kind)) return withoutCompany(score.kind, explanation);
    const place = sharedPlaceInName(name);
    // Cubed, because a wrong company is worse than none.
    const weight = scoredWeight * probability ** 3;
    const company = this.#companyOfName(name, system);
    return place === null
      ? withCompany(score.kind, company, weight, explanation)
      : asSharedPlace(withCompany(score.kind, company, Math.min(weight, sharedPlaceWeight), explanation), place);
  }

  #companyOfName(name: string, system: AutonomousSystem): CompanyReference {
    const domain = domainInName(name);
    const known = domain === null ? null : this.#organizations.byDomain(domain);
    return known?.company ?? companyReference({ domain, name: displayName(name), countryCode: system.countryCode });
  }

  /** Returns a reviewed network of the same holder, of the most frequent kind. */
  #otherNetworkOf(holder: string): KnownNetwork | null {
    this.#networksByHolder ??= this.#groupByHolder();
    const kinds = [...(this.#networksByHolder.get(holderKey(holder))?.values() ?? [])];
    const [mostFrequent] = kinds.sort((left, right) => right.count - left.count);
    return mostFrequent === undefined ? null : this.#organizations.network(mostFrequent.asn);
  }

  #groupByHolder(): Map<string, Map<NetworkKind, KindCount>> {
    const groups = new Map<string, Map<NetworkKind, KindCount>>();
    for (const { asn, kind } of this.#organizations.networkKinds()) {
      const holder = this.#networks.system(asn)?.organization;
      if (holder == null) continue;
      const key = holderKey(holder);
      const kinds = groups.get(key) ?? new Map<NetworkKind, KindCount>();
      kinds.set(kind, { asn, count: (kinds.get(kind)?.count ?? 0) + 1 });
      groups.set(key, kinds);
    }
    return groups;
  }
}

const streetAddress = /\b\d+\w?\s+(?:\p{L}+\.?\s+){1,3}(?:street|st|avenue|ave|road|rd|boulevard|blvd|lane|drive)\b/iu;

type KindCount = { asn: number; count: number };

function assessKnown({ asn }: AutonomousSystem, { kind, organization, isImported }: KnownNetwork): NetworkAssessment {
  // A reviewed organization on a hosting network serves its own content and uses one network for servers and staff.
  const isContentNetwork = kind === 'hosting' && organization !== null;
  if (organization === null || !(isUsedByHolder(kind) || isContentNetwork))
    return withoutCompany(kind, evidenceText(isImported ? 'listed' : 'reviewed', { asn, kind }));
  const { company, sharedPlace } = organization;
  const explanation = evidenceText(isImported ? 'listed_company' : 'reviewed_company', { asn, company: company.name });
  if (isContentNetwork) return withCompany(organization.kind, company, contentNetworkWeight, explanation);
  if (sharedPlace !== null && !isImported) return asSharedPlace(withCompany(kind, company, sharedPlaceWeight, explanation), sharedPlace);
  return withCompany(kind, company, reviewedWeight, explanation);
}

function asSharedPlace(assessment: NetworkAssessment, place: SharedPlace): NetworkAssessment {
  return { ...assessment, explanation: withGuests(assessment.explanation, place), isSharedPlace: true };
}

const corporateForms =
  /\b(inc|llc|ltd|limited|corp|corporation|co|company|gmbh|ag|kg|sa|sas|srl|spa|bv|nv|ab|oy|plc|pte|pty|pvt|private|jsc|ooo|llp|lp)\b/g;

/** Returns the same key for usual spellings of a holder's name. Runs for every reviewed network, so it is cheaper than `nameKey`. */
function holderKey(name: string): string {
  return name
    .toLowerCase()
    .replace(/[.,"']/g, '')
    .replace(corporateForms, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

function withoutCompany(kind: NetworkKind | null, explanation: string): NetworkAssessment {
  return { kind, company: null, companyWeight: 0, explanation };
}

function withCompany(kind: NetworkKind, company: CompanyReference, companyWeight: number, explanation: string): NetworkAssessment {
  const named = kind === 'business' || !isUsedByHolder(kind) ? company : { ...company, kind };
  return { kind, company: named, companyWeight, explanation };
}
