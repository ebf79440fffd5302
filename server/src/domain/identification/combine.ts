import type { CompanyReference } from './company-reference.ts';
import { type Evidence, type EvidenceFamily, type EvidenceSource, evidenceFamilies, withoutOtherKeys } from './evidence.ts';
import type { NetworkKind } from './network-kind.ts';

type Combined = { company: CompanyReference | null; confidence: number; evidence: Evidence[] };

/**
 * What a source is worth on a network whose users are not those of its holder. What is not listed keeps its weight: what the operator
 * imported for a block is more precise than the kind of the whole network, except behind a VPN.
 */
const worthByKind: Partial<Record<NetworkKind, Partial<Record<EvidenceSource, number>>>> = {
  // A provider's own name is never the visitor's company. What is said about a single address of it may well be.
  isp: { as_organization: 0, learned_address: 0.8 },
  // Mobile addresses change hands within minutes.
  mobile: { as_organization: 0, reverse_dns: 0.2, learned_address: 0.1 },
  // On rented machines run robots and proxies: the name of the machine is not that of the visitor.
  hosting: { as_organization: 0, reverse_dns: 0.3, learned_address: 0.3 },
  cdn: { as_organization: 0, reverse_dns: 0.1, learned_address: 0.1 },
  vpn: { as_organization: 0, netblock: 0.1, imported_database: 0.1, reverse_dns: 0.1, learned_address: 0.1 },
  // Behind a web gateway sit the employees of many companies.
  gateway: { as_organization: 0, reverse_dns: 0.1, learned_address: 0.2 },
  exchange: { as_organization: 0, reverse_dns: 0.3, learned_address: 0.3 },
  person: { as_organization: 0, learned_address: 0.8 },
  unknown: { as_organization: 0 },
};

/** Who has told the employer and sits in the network of another company is a guest there. */
const worthElsewhere = 0.3;

/** How much of the strength of the runner-up is taken from the winner. */
const conflictDiscount = 0.6;

/**
 * Weighs all evidence and names the likeliest company. Families that agree support each other like independent witnesses:
 * all of them must err for the company to be wrong. Evidence for another company is doubt about the first.
 */
export function combine(evidence: readonly Evidence[], networkKind: NetworkKind | null): Combined {
  const worth = networkKind === null ? {} : (worthByKind[networkKind] ?? {});
  const keyOf = canonicalKeys(evidence);
  const employer = evidence.find(({ source }) => source === 'work_email')?.company ?? null;
  const isElsewhere = ({ source, company }: Evidence) =>
    employer !== null && company !== null && keyOf(company) !== keyOf(employer) && evidenceFamilies[source] !== 'visitor';
  const weighed = evidence.map((item) => ({
    ...item,
    weight: rounded(item.weight * (worth[item.source] ?? 1) * (isElsewhere(item) ? worthElsewhere : 1)),
  }));
  const ranked = supportByCompany(weighed, keyOf).sort((left, right) => right.support - left.support);
  const [best, second] = ranked;
  const sorted = weighed.toSorted((left, right) => right.weight - left.weight).map(withoutOtherKeys);
  if (best === undefined || best.support === 0) return { company: null, confidence: 0, evidence: sorted };
  const confidence = best.support * (1 - conflictDiscount * (second?.support ?? 0));
  return { company: best.company, confidence: rounded(confidence), evidence: sorted };
}

function supportByCompany(evidence: readonly Evidence[], keyOf: KeyOf): { company: CompanyReference; support: number }[] {
  const companies = new Map<string, { company: CompanyReference; families: Map<EvidenceFamily, number> }>();
  for (const { company, source, weight } of evidence) {
    if (company === null) continue;
    const key = keyOf(company);
    const entry = companies.get(key) ?? { company, families: new Map<EvidenceFamily, number>() };
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

/** A company may be named by one of its further domains: the directory's own evidence knows that they are the same. */
function canonicalKeys(evidence: readonly Evidence[]): KeyOf {
  const canonical = new Map<string, string>();
  for (const { company } of evidence) for (const other of company?.otherKeys ?? []) canonical.set(other, company!.key);
  return ({ key }) => canonical.get(key) ?? key;
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}
