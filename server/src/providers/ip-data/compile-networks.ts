import type { LocationDirectory } from '../../domain/identification/location-directory.ts';
import type { IpAddress } from '../../lib/ip-address.ts';
import type { NetworkTable } from './network-table.ts';
import { type RangeFile, readRangeFile } from './read-range-file.ts';
import { repairOrganizationName } from './repair-organization-name.ts';
import { type NumericRange, resolveOverlaps } from './resolve-overlaps.ts';

/** Number of the largest ranges of a system that determine its country. Locating all ranges would take seconds. */
const rangesPerCountryLookup = 3;

/** Compiles the two CSV files into a table. Takes a few seconds, once per version of the files. */
export async function compileNetworks(ipv4Path: string, ipv6Path: string, locations: LocationDirectory | null): Promise<NetworkTable> {
  const ipv4 = await readRangeFile(ipv4Path, 4);
  const ipv6 = await readRangeFile(ipv6Path, 6);
  const ipv4Ranges = resolveOverlaps(ipv4.ranges);
  const ipv6Ranges = resolveOverlaps(ipv6.ranges);
  const asns = [...new Set([...ipv4.names.keys(), ...ipv6.names.keys()])].sort((left, right) => left - right);
  const indexes = new Map(asns.map((asn, index) => [asn, index]));
  const indexOf = (range: NumericRange) => indexes.get(range.asn) ?? 0;
  const table: NetworkTable = {
    ipv4First: Uint32Array.from(ipv4Ranges, (range) => Number(range.first)),
    ipv4Last: Uint32Array.from(ipv4Ranges, (range) => Number(range.last)),
    ipv4System: Uint32Array.from(ipv4Ranges, indexOf),
    ipv6First: wordsOf(ipv6Ranges.map((range) => range.first)),
    ipv6Last: wordsOf(ipv6Ranges.map((range) => range.last)),
    ipv6System: Uint32Array.from(ipv6Ranges, indexOf),
    systemAsn: Uint32Array.from(asns),
    systemIpv4AddressCount: new Uint32Array(asns.length),
    systemIpv4RangeCount: new Uint32Array(asns.length),
    systemIpv6RangeCount: new Uint32Array(asns.length),
    systemCountry: new Uint16Array(asns.length),
    ...encodeNames(asns, ipv4, ipv6),
  };
  for (const range of ipv4Ranges) {
    const index = indexOf(range);
    table.systemIpv4AddressCount[index]! += Number(range.last - range.first) + 1;
    table.systemIpv4RangeCount[index]! += 1;
  }
  for (const range of ipv6Ranges) table.systemIpv6RangeCount[indexOf(range)]! += 1;
  if (locations !== null) fillCountries(table, locations);
  return table;
}

function encodeNames(asns: number[], ipv4: RangeFile, ipv6: RangeFile): Pick<NetworkTable, 'systemNameStart' | 'nameBytes'> {
  const encoder = new TextEncoder();
  const encoded = asns.map((asn) => encoder.encode(repairOrganizationName(ipv4.names.get(asn) ?? ipv6.names.get(asn) ?? '') ?? ''));
  const systemNameStart = new Uint32Array(asns.length + 1);
  const nameBytes = new Uint8Array(encoded.reduce((sum, bytes) => sum + bytes.length, 0));
  let position = 0;
  encoded.forEach((bytes, index) => {
    systemNameStart[index] = position;
    nameBytes.set(bytes, position);
    position += bytes.length;
  });
  systemNameStart[asns.length] = position;
  return { systemNameStart, nameBytes };
}

function wordsOf(values: bigint[]): Uint32Array {
  const words = new Uint32Array(values.length * 4);
  values.forEach((value, index) => {
    for (let word = 0; word < 4; word++) words[index * 4 + word] = Number((value >> BigInt(96 - word * 32)) & 0xffffffffn);
  });
  return words;
}

type WeighedRange = { address: IpAddress; weight: number };

function fillCountries(table: NetworkTable, locations: LocationDirectory): void {
  const largest: WeighedRange[][] = Array.from(table.systemAsn, () => []);
  const consider = (system: number, candidate: WeighedRange) => {
    const list = largest[system]!;
    list.push(candidate);
    if (list.length > rangesPerCountryLookup) list.sort((left, right) => right.weight - left.weight).pop();
  };
  table.ipv4First.forEach((first, index) => {
    const weight = table.ipv4Last[index]! - first + 1;
    consider(table.ipv4System[index]!, { address: { version: 4, value: first }, weight });
  });
  table.ipv6System.forEach((system, index) => {
    // IPv6 ranges count only for a system without IPv4, because the sizes of the two cannot be compared.
    if (table.systemIpv4AddressCount[system] === 0) {
      const [first = 0, second = 0, third = 0, fourth = 0] = table.ipv6First.subarray(index * 4, index * 4 + 4);
      consider(system, { address: { version: 6, words: [first, second, third, fourth] }, weight: 1 });
    }
  });
  largest.forEach((ranges, system) => {
    const weights = new Map<string, number>();
    for (const { address, weight } of ranges) {
      const country = locations.find(address)?.countryCode;
      if (country) weights.set(country, (weights.get(country) ?? 0) + weight);
    }
    const [winner] = [...weights].sort((left, right) => right[1] - left[1])[0] ?? [];
    if (winner !== undefined) table.systemCountry[system] = winner.charCodeAt(0) * 256 + winner.charCodeAt(1);
  });
}
