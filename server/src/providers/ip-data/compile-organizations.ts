import { crc32 } from 'node:zlib';
import { networkKinds } from '../../domain/identification/network-kind.ts';
import { nameKey } from '../../domain/identification/organization-name.ts';
import { looksLikeDomain, type SeedOrganization } from '../../domain/identification/organization-table.ts';
import type { CompiledOrganizations } from './compiled-organizations.ts';
import { type NetworkLine, organizationKey } from './read-seed.ts';

/** Compiles the shipped organizations and networks into searchable arrays. Takes a second or two, once per version of the data. */
export function compileOrganizations(organizations: readonly SeedOrganization[], networks: readonly NetworkLine[]): CompiledOrganizations {
  const indexes = new Map(organizations.map((organization, index) => [organizationKey(organization), index]));
  const sorted = networks.toSorted((left, right) => left.asn - right.asn);
  const indexOf = ({ organization }: NetworkLine) => (organization === null ? -1 : (indexes.get(organization) ?? -1));
  // The holder of these networks is the name of a provider, not the key of an organization.
  const unlistedHolders = sorted.filter((line) => line.organization !== null && indexOf(line) < 0);
  const lines = organizations.map(({ asns: _, ...row }) => Buffer.from(JSON.stringify(row)));
  const starts = new Uint32Array(lines.length + 1);
  lines.forEach((line, index) => {
    starts[index + 1] = starts[index]! + line.length;
  });
  const domains = hashIndex(organizations, ({ domain, aliases }) => [
    ...(domain === null ? [] : [domain]),
    ...aliases.filter(looksLikeDomain).map((alias) => alias.toLowerCase()),
  ]);
  const names = hashIndex(organizations, ({ name, aliases }) => [name, ...aliases].map(nameKey).filter((key) => key !== ''));
  return {
    networkAsn: Uint32Array.from(sorted, ({ asn }) => asn),
    networkKind: Uint8Array.from(sorted, ({ kind }) => networkKinds.indexOf(kind)),
    networkOrganization: Uint32Array.from(sorted, (line) => indexOf(line) + 1),
    holders: Buffer.from(JSON.stringify(Object.fromEntries(unlistedHolders.map(({ asn, organization }) => [asn, organization])))),
    organizationStart: starts,
    organizationBytes: Buffer.concat(lines),
    domainHash: domains.hashes,
    domainOrganization: domains.organizations,
    nameHash: names.hashes,
    nameOrganization: names.organizations,
  };
}

/** The hash of each key with the index of its organization, sorted by hash. */
function hashIndex(organizations: readonly SeedOrganization[], keysOf: (organization: SeedOrganization) => string[]) {
  const entries = organizations.flatMap((organization, index) =>
    [...new Set(keysOf(organization))].map((key) => [crc32(key), index] as const),
  );
  entries.sort((left, right) => left[0] - right[0] || left[1] - right[1]);
  return {
    hashes: Uint32Array.from(entries, ([hash]) => hash),
    organizations: Uint32Array.from(entries, ([, index]) => index),
  };
}
