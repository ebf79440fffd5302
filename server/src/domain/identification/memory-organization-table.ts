import type { NetworkKind } from './network-kind.ts';
import { nameKey } from './organization-name.ts';
import { type ListedOrganization, looksLikeDomain, type OrganizationTable, type SeedOrganization } from './organization-table.ts';

export type NetworkRow = { asn: number; kind: NetworkKind; holder?: string | null };

/** A small table in memory, for imported networks and tests. */
export function memoryOrganizationTable(organizations: readonly SeedOrganization[], networks: readonly NetworkRow[]): OrganizationTable {
  const byAsn = new Map<number, SeedOrganization>();
  const byDomain = new Map<string, SeedOrganization>();
  const byName = new Map<string, Set<ListedOrganization>>();
  for (const row of organizations) {
    for (const asn of row.asns) byAsn.set(asn, row);
    if (row.domain !== null) byDomain.set(row.domain, row);
    for (const name of [row.name, ...row.aliases]) {
      if (looksLikeDomain(name) && !byDomain.has(name.toLowerCase())) byDomain.set(name.toLowerCase(), row);
      const key = nameKey(name);
      if (key !== '') byName.set(key, (byName.get(key) ?? new Set()).add(row));
    }
  }
  const networksByAsn = new Map(networks.map((row) => [row.asn, row]));
  return {
    network: (asn) => {
      const organization = byAsn.get(asn) ?? null;
      const row = networksByAsn.get(asn) ?? null;
      const kind = row?.kind ?? organization?.kind;
      if (kind === undefined) return null;
      return { asn, kind, holder: row?.holder ?? null, organization };
    },
    networkKinds: () => networks,
    byDomain: (domain) => byDomain.get(domain) ?? null,
    byNameKey: (key) => [...(byName.get(key) ?? [])],
  };
}
