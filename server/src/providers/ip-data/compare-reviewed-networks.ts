import { crc32 } from 'node:zlib';
import type { NetworkTableDirectory } from './network-table-directory.ts';
import { type NetworkLine, readNetworks, readNetworksVersion } from './read-seed.ts';

export type NetworkChange = {
  change: 'new' | 'renamed' | 'vanished';
  asn: number;
  /** The current registered name; null if the network is gone or unnamed. */
  name: string | null;
  countryCode: string | null;
  ipv4Addresses: number;
  /** The kind found by the review. */
  kind: string | null;
};

/** Compares the networks with the reviewed version. */
export function compareReviewedNetworks(
  networks: NetworkTableDirectory,
  reviewed: readonly NetworkLine[] = readNetworks(),
): { reviewedVersion: string; version: string; changes: NetworkChange[] } {
  const reviewedByAsn = new Map(reviewed.map((line) => [line.asn, line]));
  const present = new Set(networks.table.systemAsn);
  const changes: NetworkChange[] = [];
  for (const asn of present) {
    const system = networks.system(asn)!;
    const line = reviewedByAsn.get(asn);
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
  for (const { asn, kind } of reviewed) {
    if (!present.has(asn)) changes.push({ change: 'vanished', asn, name: null, countryCode: null, ipv4Addresses: 0, kind });
  }
  return { reviewedVersion: readNetworksVersion(), version: networks.version, changes };
}

/** A short hash, because every line of networks.csv has one. It only has to reveal that a name has changed. */
export function registeredNameHash(name: string | null): string {
  return name === null ? '' : (crc32(name) & 0xff_ffff).toString(16);
}
