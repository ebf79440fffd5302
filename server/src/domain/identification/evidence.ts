import type { CompanyReference } from './company-reference.ts';

export const evidenceSources = [
  'operator_rule',
  'work_email',
  'seen_at_office',
  'learned_address',
  'reverse_dns',
  'imported_database',
  'netblock',
  'as_organization',
  'network_kind',
] as const;
export type EvidenceSource = (typeof evidenceSources)[number];

/** Evidence for a company or, without a company, a fact that changes the weight of other evidence. */
export type Evidence = {
  readonly source: EvidenceSource;
  readonly company: CompanyReference | null;
  /** Probability of the company based on this source alone, 0 to 1. */
  readonly weight: number;
  /** A sentence for users. Never contains an address or the name of a person. */
  readonly detail: string;
};

/** Sources of one family rely on the same data, so only the strongest one counts. Families are independent of each other. */
export const evidenceFamilies = {
  operator_rule: 'operator',
  work_email: 'visitor',
  seen_at_office: 'visitor',
  learned_address: 'first_party',
  reverse_dns: 'names',
  imported_database: 'import',
  netblock: 'registry',
  as_organization: 'registry',
  network_kind: 'registry',
} as const satisfies Record<EvidenceSource, string>;
export type EvidenceFamily = (typeof evidenceFamilies)[EvidenceSource];

/** Removes the keys of a company's other domains, which are not stored with evidence. */
export function withoutOtherKeys(item: Evidence): Evidence {
  if (item.company?.otherKeys === undefined) return item;
  const { otherKeys: _, ...company } = item.company;
  return { ...item, company };
}
