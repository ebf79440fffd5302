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

/** One reason to name a company, or, without a company, a fact that changed what the others are worth. */
export type Evidence = {
  readonly source: EvidenceSource;
  readonly company: CompanyReference | null;
  /** How likely the company is, from this source alone: 0 to 1. */
  readonly weight: number;
  /** A sentence for the person who asks why. Holds no address and no name of a person. */
  readonly detail: string;
};

/**
 * Sources of one family draw from the same well, so that agreement between them proves little; only the strongest counts.
 * Families are independent of each other.
 */
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

/** What is stored names the company and not all of its domains. */
export function withoutOtherKeys(item: Evidence): Evidence {
  if (item.company?.otherKeys === undefined) return item;
  const { otherKeys: _, ...company } = item.company;
  return { ...item, company };
}
