import type { CompanyReference } from './company-reference.ts';
import { type Evidence, type EvidenceFamily, type EvidenceSource, evidenceFamilies, withoutOtherKeys } from './evidence.ts';
import type { NetworkKind } from './network-kind.ts';
import { nameKey } from './organization-name.ts';

type Combined = { company: CompanyReference | null; confidence: number; evidence: Evidence[] };

/**
 * Factors for the weight of evidence, for networks that are not used by their holder. Sources that are not listed have the factor 1: a
 * block imported by the operator is more precise than the kind of the whole network, except behind a VPN or a privacy relay; a block in a
 * network that was only reviewed as one has another kind (`kindOfFacts`).
 */
const factorsByKind: Partial<Record<NetworkKind, Partial<Record<EvidenceSource, number>>>> = {
  // The provider itself is never the visitor's company, but evidence about a single address can name that company.
  isp: { as_organization: 0, learned_address: 0.8 },
  // Mobile addresses are reassigned within minutes.
  mobile: { as_organization: 0, reverse_dns: 0.2, learned_address: 0.1 },
  // Bots and proxies run on rented machines, so the hostname says nothing about the visitor.
  hosting: { as_organization: 0, reverse_dns: 0.3, learned_address: 0.3 },
  cdn: { as_organization: 0, reverse_dns: 0.1, learned_address: 0.1 },
  vpn: { as_organization: 0, netblock: 0.1, imported_database: 0.1, reverse_dns: 0.1, learned_address: 0.1 },
  relay: { as_organization: 0, netblock: 0.1, imported_database: 0.1, reverse_dns: 0.1, learned_address: 0.1 },
  crawler: { as_organization: 0, reverse_dns: 0.1, learned_address: 0.1 },
  // A web gateway is shared by the employees of many companies.
  gateway: { as_organization: 0, reverse_dns: 0.1, learned_address: 0.2 },
  exchange: { as_organization: 0, reverse_dns: 0.3, learned_address: 0.3 },
  person: { as_organization: 0, learned_address: 0.8 },
  unknown: { as_organization: 0 },
};

/** Factor for evidence that the address belongs to a company other than the visitor's known employer: the visitor is a guest there. */
const guestFactor = 0.3;

/**
 * Factor for the holder of a network if a block in the network is assigned to another company. The block is more precise; without the
 * factor, the two would cancel each other out, and the visit would have no company.
 */
const aroundBlockFactor = 0.3;
/** Minimum weight of a block to discount the holder of the network around it. */
const clearBlockWeight = 0.5;
const blockSources: ReadonlySet<EvidenceSource> = new Set<EvidenceSource>(['netblock', 'imported_database']);

/** Share of the runner-up's strength that is deducted from the winner. */
const conflictDiscount = 0.6;

/**
 * Weighs all evidence and returns the most likely company. Agreeing families are combined as independent evidence: all of them must be
 * wrong for the company to be wrong. Evidence for another company lowers the confidence.
 */
export function combine(evidence: readonly Evidence[], networkKind: NetworkKind | null): Combined {
  const factors = networkKind === null ? {} : (factorsByKind[networkKind] ?? {});
  const [only] = evidence;
  // Fast path: for most addresses, the network is the only evidence.
  if (only !== undefined && evidence.length === 1) return combineOne(only, rounded(only.weight * (factors[only.source] ?? 1)));
  const keyOf = canonicalKeys(evidence);
  const employer = evidence.find(({ source }) => source === 'work_email')?.company ?? null;
  const contradictsEmployer = ({ source, company }: Evidence) =>
    employer !== null && company !== null && keyOf(company) !== keyOf(employer) && evidenceFamilies[source] !== 'visitor';
  const weighed = discountHolder(
    evidence.map((item) => ({
      ...item,
      weight: rounded(item.weight * (factors[item.source] ?? 1) * (contradictsEmployer(item) ? guestFactor : 1)),
    })),
    keyOf,
  );
  const ranked = supportByCompany(weighed, keyOf).sort((left, right) => right.support - left.support);
  const [best, second] = ranked;
  const sorted = weighed.toSorted((left, right) => right.weight - left.weight).map(withoutOtherKeys);
  if (best === undefined || best.support === 0) return { company: null, confidence: 0, evidence: sorted };
  const confidence = best.support * (1 - conflictDiscount * (second?.support ?? 0));
  return { company: best.company, confidence: rounded(confidence), evidence: sorted };
}

function discountHolder(evidence: readonly Evidence[], keyOf: KeyOf): Evidence[] {
  const blockUsers = evidence.flatMap(({ source, company, weight }) =>
    blockSources.has(source) && company !== null && weight >= clearBlockWeight ? keyOf(company) : [],
  );
  return evidence.map((item) => {
    const { source, company, weight } = item;
    const isOtherHolder = source === 'as_organization' && company !== null && blockUsers.length > 0 && !blockUsers.includes(keyOf(company));
    return isOtherHolder ? { ...item, weight: rounded(weight * aroundBlockFactor) } : item;
  });
}

function combineOne(evidence: Evidence, weight: number): Combined {
  const weighed = weight === evidence.weight ? evidence : { ...evidence, weight };
  return {
    company: weight === 0 ? null : evidence.company,
    confidence: evidence.company === null ? 0 : weight,
    evidence: [withoutOtherKeys(weighed)],
  };
}

function supportByCompany(evidence: readonly Evidence[], keyOf: KeyOf): { company: CompanyReference; support: number }[] {
  const companies = new Map<string, { company: CompanyReference; families: Map<EvidenceFamily, number> }>();
  for (const { company, source, weight } of evidence) {
    if (company === null) continue;
    const key = keyOf(company);
    const entry = companies.get(key) ?? { company, families: new Map<EvidenceFamily, number>() };
    if (entry.company.domain === null && company.domain !== null) entry.company = company;
    const family = evidenceFamilies[source];
    entry.families.set(family, Math.max(entry.families.get(family) ?? 0, weight));
    companies.set(key, entry);
  }
  return [...companies.values()].map(({ company, families }) => ({
    company,
    support: 1 - [...families.values()].reduce((doubt, weight) => doubt * (1 - weight), 1),
  }));
}

type KeyOf = (company: CompanyReference) => string;

/**
 * Maps the keys of a company's other domains in the directory to its main key. A company without a domain counts as the
 * company with the same name in the evidence for this address, even if the two are registered in different countries.
 */
function canonicalKeys(evidence: readonly Evidence[]): KeyOf {
  const canonical = new Map<string, string>();
  const companies = evidence.flatMap(({ company }) => company ?? []);
  for (const { key, otherKeys = [] } of companies) for (const other of otherKeys) canonical.set(other, key);
  const withoutDomain = companies.filter(({ domain }) => domain === null);
  if (withoutDomain.length > 0 && companies.length > 1) {
    const keysByName = new Map(
      [...withoutDomain, ...companies.filter(({ domain }) => domain !== null)].map(({ name, key }) => [nameKey(name), key]),
    );
    for (const { key, name } of withoutDomain) {
      const sameKey = keysByName.get(nameKey(name)) ?? key;
      canonical.set(key, canonical.get(sameKey) ?? sameKey);
    }
  }
  return ({ key }) => canonical.get(key) ?? key;
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}
