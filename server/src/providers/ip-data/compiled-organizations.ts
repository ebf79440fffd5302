import { crc32 } from 'node:zlib';
import { networkKinds } from '../../domain/identification/network-kind.ts';
import { nameKey } from '../../domain/identification/organization-name.ts';
import type { ListedOrganization, OrganizationTable, ReviewedNetwork } from '../../domain/identification/organization-table.ts';
import { lastIpv4StartingBy } from './network-table.ts';

/** Compiled form of the shipped networks and organizations. */
export type CompiledOrganizations = {
  /** Sorted. */
  networkAsn: Uint32Array;
  networkKind: Uint8Array;
  /** Index of the organization plus one; 0 if there is none. */
  networkOrganization: Uint32Array;
  /** Provider names by AS number, as JSON. */
  holders: Uint8Array;
  organizationStart: Uint32Array;
  /** Organizations as JSON. */
  organizationBytes: Uint8Array;
  /** Sorted hashes of domains and of name keys. The array after each contains the index of the organization of each hash. */
  domainHash: Uint32Array;
  domainOrganization: Uint32Array;
  nameHash: Uint32Array;
  nameOrganization: Uint32Array;
};

export function organizationsOfSections(sections: ReadonlyMap<string, Uint8Array>): CompiledOrganizations | null {
  const bytes = (name: keyof CompiledOrganizations) => sections.get(name) ?? new Uint8Array();
  const words = (name: keyof CompiledOrganizations) => {
    const section = bytes(name);
    return new Uint32Array(section.buffer, section.byteOffset, section.byteLength / 4);
  };
  const compiled: CompiledOrganizations = {
    networkAsn: words('networkAsn'),
    networkKind: bytes('networkKind'),
    networkOrganization: words('networkOrganization'),
    holders: bytes('holders'),
    organizationStart: words('organizationStart'),
    organizationBytes: bytes('organizationBytes'),
    domainHash: words('domainHash'),
    domainOrganization: words('domainOrganization'),
    nameHash: words('nameHash'),
    nameOrganization: words('nameOrganization'),
  };
  return compiled.networkKind.length === compiled.networkAsn.length && compiled.holders.length > 0 ? compiled : null;
}

/** Looks up organizations in the compiled form. An organization is decoded on first use, because most of them never visit a site. */
export class CompiledOrganizationTable implements OrganizationTable {
  readonly #compiled: CompiledOrganizations;
  readonly #text: Buffer;
  readonly #rows: (ListedOrganization | undefined)[] = [];
  readonly #holders: Record<string, string>;

  constructor(compiled: CompiledOrganizations) {
    const { organizationBytes, holders } = compiled;
    this.#compiled = compiled;
    this.#text = bufferOf(organizationBytes);
    this.#holders = JSON.parse(bufferOf(holders).toString('utf8'));
  }

  network(asn: number): ReviewedNetwork | null {
    const { networkAsn, networkKind, networkOrganization } = this.#compiled;
    const index = lastIpv4StartingBy(networkAsn, asn);
    if (index < 0 || networkAsn[index] !== asn) return null;
    const row = networkOrganization[index]!;
    return {
      asn,
      kind: networkKinds[networkKind[index]!]!,
      holder: this.#holders[asn] ?? null,
      organization: row === 0 ? null : this.#rowAt(row - 1),
    };
  }

  *networkKinds() {
    const { networkAsn, networkKind } = this.#compiled;
    for (let index = 0; index < networkAsn.length; index++) yield { asn: networkAsn[index]!, kind: networkKinds[networkKind[index]!]! };
  }

  byDomain(domain: string): ListedOrganization | null {
    const { domainHash, domainOrganization } = this.#compiled;
    const found = this.#withHash(domainHash, domainOrganization, crc32(domain));
    // An additional domain of one organization may be the main domain of another.
    return (
      found.find((row) => row.domain === domain) ??
      found.find(({ aliases }) => aliases.some((alias) => alias.toLowerCase() === domain)) ??
      null
    );
  }

  byNameKey(key: string): ListedOrganization[] {
    const { nameHash, nameOrganization } = this.#compiled;
    return this.#withHash(nameHash, nameOrganization, crc32(key)).filter(({ name, aliases }) =>
      [name, ...aliases].some((candidate) => nameKey(candidate) === key),
    );
  }

  #withHash(hashes: Uint32Array, rows: Uint32Array, hash: number): ListedOrganization[] {
    const found: ListedOrganization[] = [];
    for (let index = lastIpv4StartingBy(hashes, hash); index >= 0 && hashes[index] === hash; index--) found.push(this.#rowAt(rows[index]!));
    return found;
  }

  #rowAt(index: number): ListedOrganization {
    const { organizationStart } = this.#compiled;
    const cached = this.#rows[index];
    if (cached !== undefined) return cached;
    const text = this.#text.toString('utf8', organizationStart[index]!, organizationStart[index + 1]!);
    const row: ListedOrganization = JSON.parse(text);
    this.#rows[index] = row;
    return row;
  }
}

function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
