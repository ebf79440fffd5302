import { crc32 } from 'node:zlib';
import type { NetworkTableDirectory } from './network-table-directory.ts';
import { type NetworkLine, readNetworks, readNetworksVersion } from './read-seed.ts';

export type NetworkChange = {
  change: 'new' | 'renamed' | 'vanished';
  asn: number;
  /** As it is registered now; null where it vanished, or names nobody. */
  name: string | null;
  countryCode: string | null;
  ipv4Addresses: number;
  /** What it was read as. */
  kind: string | null;
};

/** What changed in the networks since the version that was read one by one. */
export function compareReadNetworks(
  networks: NetworkTableDirectory,
  read: readonly NetworkLine[] = readNetworks(),
): { readVersion: string; version: string; changes: NetworkChange[] } {
  const known = new Map(read.map((line) => [line.asn, line]));
  const present = new Set(networks.table.systemAsn);
  const changes: NetworkChange[] = [];
  for (const asn of present) {
    const system = networks.system(asn)!;
    const line = known.get(asn);
    const isRenamed = line !== undefined && line.nameHash !== registeredNameHash(system.organization);
    if (line !== undefined && !isRenamed) continue;
    changes.push({
      change: line === undefined ? 'new' : 'renamed',
      asn,
      name: system.organization,
      countryCode: system.countryCode,
      ipv4Addresses: system.ipv4AddressCount,
      kind: line?.kind ?? null,
    });
  }
  for (const { asn, kind } of read) {
    if (!present.has(asn)) changes.push({ change: 'vanished', asn, name: null, countryCode: null, ipv4Addresses: 0, kind });
  }
  return { readVersion: readNetworksVersion(), version: networks.version, changes };
}

/** Short, as every line of the table has one: it only has to tell that a name is another. */
export function registeredNameHash(name: string | null): string {
  return name === null ? '' : (crc32(name) & 0xff_ffff).toString(16);
}
