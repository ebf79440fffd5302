import type { NetworkKind, OrganizationKind } from './network-kind.ts';

/** One row of the organisations that come with Leadlight. */
export type SeedOrganization = {
  name: string;
  domain: string | null;
  countryCode: string | null;
  /** Where the headquarters are. */
  city: string | null;
  industry: string | null;
  employeeRange: string | null;
  kind: OrganizationKind;
  /** The domain of the parent company. */
  group: string | null;
  /** Further names and further domains. */
  aliases: string[];
  asns: number[];
};

/** One row of the networks that were read one by one. */
export type ReviewedNetwork = {
  asn: number;
  kind: NetworkKind;
  /** The holder as it calls itself, where the registration names none that can be trusted. */
  holder: string | null;
  organization: Omit<SeedOrganization, 'asns'> | null;
};

/** The networks and organisations that come with Leadlight. Must answer from memory. */
export interface OrganizationTable {
  network(asn: number): ReviewedNetwork | null;
  /** Every network that was read. */
  networkKinds(): Iterable<{ asn: number; kind: NetworkKind }>;
  /** By the main domain or a further one. */
  byDomain(domain: string): ListedOrganization | null;
  /** Those of which a name or a further name has this key. */
  byNameKey(key: string): ListedOrganization[];
}

export type ListedOrganization = NonNullable<ReviewedNetwork['organization']>;

/** Aliases are names and domains alike; `Apple Inc.` is a name. */
export function looksLikeDomain(text: string): boolean {
  return /^[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(text) && !text.endsWith('.') && /[a-z]{2}$/i.test(text);
}
