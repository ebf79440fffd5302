import type { NetworkKind, OrganizationKind } from './network-kind.ts';

/** A row of the bundled organizations. */
export type SeedOrganization = {
  /** The key of references to the company in the directory; only for imported networks. */
  referenceKey?: string;
  name: string;
  domain: string | null;
  countryCode: string | null;
  /** City of the headquarters. */
  city: string | null;
  industry: string | null;
  employeeRange: string | null;
  kind: OrganizationKind;
  /** The domain of the parent company. */
  group: string | null;
  /** Alternative names and domains. */
  aliases: string[];
  asns: number[];
};

/** A row of the manually reviewed networks. */
export type ReviewedNetwork = {
  asn: number;
  kind: NetworkKind;
  /** The actual name of the holder, if the registered name is unreliable. */
  holder: string | null;
  organization: Omit<SeedOrganization, 'asns'> | null;
};

/** The bundled networks and organizations. Must answer from memory. */
export interface OrganizationTable {
  network(asn: number): ReviewedNetwork | null;
  /** All reviewed networks. */
  networkKinds(): Iterable<{ asn: number; kind: NetworkKind }>;
  /** By main or alternative domain. */
  byDomain(domain: string): ListedOrganization | null;
  /** Organizations with a name or alias of this key. */
  byNameKey(key: string): ListedOrganization[];
}

export type ListedOrganization = NonNullable<ReviewedNetwork['organization']>;

/** Distinguishes domains from names among aliases; `Apple Inc.` is a name. */
export function looksLikeDomain(text: string): boolean {
  return /^[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(text) && !text.endsWith('.') && /[a-z]{2}$/i.test(text);
}
