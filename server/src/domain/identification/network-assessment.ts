import { type CompanyReference, companyReference } from './company-reference.ts';
import { type Lean, scoreKind } from './kind.ts';
import type { AutonomousSystem, NetworkDirectory } from './network-directory.ts';
import { belongsToItsUsers, type NetworkKind } from './network-kind.ts';
import type { KnownOrganization, OrganizationDirectory } from './organization-directory.ts';
import { displayName, domainInName, nameKey } from './organization-name.ts';

/** What is thought of a network as a whole; the same for every address in it, so it is worked out once. */
export type NetworkAssessment = {
  readonly kind: NetworkKind | null;
  /** The holder as a company, when the users of the network are likely its people. */
  readonly company: CompanyReference | null;
  /** How likely a visitor from this network belongs to that company. */
  readonly companyWeight: number;
  /** Where the kind comes from, as a sentence. */
  readonly explanation: string;
};

const seededWeight = 0.95;
const contentNetworkWeight = 0.7;
const reviewedWeight = 0.9;
const sameNameWeight = 0.85;
/** A score is squared before it counts: naming a wrong company costs more than naming none. */
const scoredWeight = 0.85;

/** Assesses networks, remembering each. Override tables come first, then names shared with reviewed networks, then the score. */
export class NetworkAssessor {
  readonly #networks: NetworkDirectory;
  readonly #organizations: OrganizationDirectory;
  readonly #known = new Map<number, NetworkAssessment>();
  #kindsByName: Map<string, Map<NetworkKind, number>> | undefined;

  constructor(networks: NetworkDirectory, organizations: OrganizationDirectory) {
    this.#networks = networks;
    this.#organizations = organizations;
  }

  assess(system: AutonomousSystem): NetworkAssessment {
    const known = this.#known.get(system.asn);
    if (known !== undefined) return known;
    const assessment = this.#assessAnew(system);
    this.#known.set(system.asn, assessment);
    return assessment;
  }

  #assessAnew(system: AutonomousSystem): NetworkAssessment {
    const reviewed = this.#organizations.reviewed(system.asn);
    const seeded = this.#organizations.byAsn(system.asn);
    const name = reviewed?.name ?? system.organization;
    // A company that serves its own content has one network for its servers and its people; listing it was a decision.
    const isContentNetwork = reviewed?.kind === 'hosting' && seeded !== null && belongsToItsUsers(seeded.kind);
    if (reviewed !== null && !belongsToItsUsers(reviewed.kind) && !isContentNetwork)
      return provider(reviewed.kind, `AS${system.asn} is reviewed as ${words[reviewed.kind]}`);
    if (seeded !== null) {
      if (!belongsToItsUsers(seeded.kind)) return provider(seeded.kind, `AS${system.asn} is listed as ${words[seeded.kind]}`);
      const weight = isContentNetwork ? contentNetworkWeight : seededWeight;
      const kind = reviewed === null || isContentNetwork ? seeded.kind : reviewed.kind;
      return own(kind, seeded.company, weight, `AS${system.asn} is listed as a network of ${seeded.company.name}`);
    }
    if (name === null)
      return { kind: null, company: null, companyWeight: 0, explanation: `the holder of AS${system.asn} is not known reliably` };
    const namesake = this.#organizations.byName(name, system.countryCode);
    if (reviewed !== null) {
      const company = namesake?.company ?? this.#companyOfName(name, system);
      return own(reviewed.kind, company, reviewedWeight, `AS${system.asn} is reviewed as ${words[reviewed.kind]} and held by ${name}`);
    }
    // A branch of a hoster is not reviewed by itself: what its other networks are decides.
    const shared = this.#kindOfName(name) ?? (namesake === null ? null : this.#kindOfName(namesake.company.name));
    if (shared !== null && !belongsToItsUsers(shared))
      return provider(shared, `other networks of ${name} are reviewed as ${words[shared]}`);
    if (namesake !== null && belongsToItsUsers(namesake.kind)) {
      return own(namesake.kind, namesake.company, sameNameWeight, `AS${system.asn} is held by ${name}`);
    }
    if (shared !== null)
      return own(
        shared,
        this.#companyOfName(name, system),
        sameNameWeight,
        `AS${system.asn} is held by ${name}, like others reviewed as ${words[shared]}`,
      );
    return this.#assessByScore(name, system);
  }

  #assessByScore(name: string, system: AutonomousSystem): NetworkAssessment {
    const relative = this.#organizations.byBeginning(name);
    const score = scoreKind(system, relative === null ? [] : [relationLean(relative)]);
    const explanation = `AS${system.asn} ${name} looks like ${score.kind === null ? 'nothing in particular' : words[score.kind]}: ${score.reasons.join(', ')}`;
    if (score.kind === null || !belongsToItsUsers(score.kind)) return { kind: score.kind, company: null, companyWeight: 0, explanation };
    return own(score.kind, this.#companyOfName(name, system), scoredWeight * score.ownUseProbability ** 2, explanation);
  }

  #companyOfName(name: string, system: AutonomousSystem): CompanyReference {
    const domain = domainInName(name);
    const known = domain === null ? null : this.#organizations.byDomain(domain);
    return known?.company ?? companyReference({ domain, name: displayName(name), countryCode: system.countryCode });
  }

  /** The kind that most reviewed networks of the same holder have. */
  #kindOfName(name: string): NetworkKind | null {
    this.#kindsByName ??= this.#countKindsByName();
    const kinds = this.#kindsByName.get(nameKey(name));
    if (kinds === undefined) return null;
    return [...kinds].sort((left, right) => right[1] - left[1])[0]?.[0] ?? null;
  }

  #countKindsByName(): Map<string, Map<NetworkKind, number>> {
    const counts = new Map<string, Map<NetworkKind, number>>();
    for (const { asn, kind } of this.#organizations.reviewedNetworks()) {
      const organization = this.#networks.system(asn)?.organization;
      if (organization == null) continue;
      const key = nameKey(organization);
      const kinds = counts.get(key) ?? new Map<NetworkKind, number>();
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
      counts.set(key, kinds);
    }
    return counts;
  }
}

/** Who bears the name of a known company in front is likely a part of it, and not a provider. */
function relationLean({ kind, company }: KnownOrganization): Lean {
  return { reason: `the name begins like that of ${company.name}`, points: { [kind]: 2.5 } };
}

const words: Record<NetworkKind, string> = {
  business: 'a business',
  education: 'an institution of education or research',
  government: 'a public body',
  isp: 'an internet provider',
  mobile: 'a mobile network',
  hosting: 'a hosting provider',
  cdn: 'a content delivery network',
  vpn: 'a VPN service',
  gateway: 'a secure web gateway',
};

function provider(kind: NetworkKind, explanation: string): NetworkAssessment {
  return { kind, company: null, companyWeight: 0, explanation };
}

function own(kind: NetworkKind, company: CompanyReference, companyWeight: number, explanation: string): NetworkAssessment {
  const named = kind === 'education' || kind === 'government' ? { ...company, kind } : company;
  return { kind, company: named, companyWeight, explanation };
}
