import type { AutonomousSystem, Network, NetworkDirectory } from '../../domain/identification/network-directory.ts';
import type { IpAddress, Ipv6Words } from '../../lib/ip-address.ts';
import type { IpRange } from '../../lib/ip-range.ts';
import { compareIpv6At, lastIpv4StartingBy, lastIpv6StartingBy, type NetworkTable } from './network-table.ts';

/** Looks up addresses and systems in a compiled table. The upper 16 bits of an IPv4 address limit the search to a few ranges. */
export class NetworkTableDirectory implements NetworkDirectory {
  readonly version: string;
  readonly table: NetworkTable;
  readonly #systems: (AutonomousSystem | undefined)[] = [];
  readonly #ipv4Jump: Uint32Array;
  readonly #names: Buffer;
  #mainIpv4: Uint32Array | undefined;
  #bySystem: { ipv4: RangesBySystem; ipv6: RangesBySystem } | undefined;

  constructor(table: NetworkTable, version: string) {
    this.table = table;
    this.version = version;
    this.#ipv4Jump = jumpTable(table.ipv4First);
    this.#names = Buffer.from(table.nameBytes.buffer, table.nameBytes.byteOffset, table.nameBytes.byteLength);
  }

  find(address: IpAddress): Network | null {
    return address.version === 4 ? this.#findIpv4(address.value) : this.#findIpv6(address.words);
  }

  system(asn: number): AutonomousSystem | null {
    const index = lastIpv4StartingBy(this.table.systemAsn, asn);
    return index >= 0 && this.table.systemAsn[index] === asn ? this.#systemAt(index) : null;
  }

  /** The ranges of a system, the largest IPv4 ranges first. */
  rangesOf(asn: number, max: number): IpRange[] {
    const system = lastIpv4StartingBy(this.table.systemAsn, asn);
    if (this.table.systemAsn[system] !== asn) return [];
    const { ipv4First, ipv4Last, ipv4System, ipv6First, ipv6Last, ipv6System, systemAsn } = this.table;
    this.#bySystem ??= { ipv4: groupBySystem(ipv4System, systemAsn.length), ipv6: groupBySystem(ipv6System, systemAsn.length) };
    const ipv4 = indexesOf(this.#bySystem.ipv4, system)
      .sort((left, right) => ipv4Last[right]! - ipv4First[right]! - (ipv4Last[left]! - ipv4First[left]!))
      .map((index): IpRange => ({ first: { version: 4, value: ipv4First[index]! }, last: { version: 4, value: ipv4Last[index]! } }));
    const ipv6 = indexesOf(this.#bySystem.ipv6, system).map(
      (index): IpRange => ({
        first: { version: 6, words: wordsAt(ipv6First, index) },
        last: { version: 6, words: wordsAt(ipv6Last, index) },
      }),
    );
    return [...ipv4, ...ipv6].slice(0, max);
  }

  #findIpv4(value: number): Network | null {
    const { ipv4First, ipv4Last, ipv4System } = this.table;
    const bucket = value >>> 16;
    // The range may start in an earlier bucket, so the search includes the last range before this bucket.
    const low = Math.max(0, this.#ipv4Jump[bucket]! - 1);
    const index = lastIpv4StartingBy(ipv4First, value, low, this.#ipv4Jump[bucket + 1]! - 1);
    if (index < low || value < ipv4First[index]! || value > ipv4Last[index]!) return null;
    return {
      system: this.#systemAt(ipv4System[index]!),
      range: { first: { version: 4, value: ipv4First[index]! }, last: { version: 4, value: ipv4Last[index]! } },
    };
  }

  #findIpv6(words: Ipv6Words): Network | null {
    const { ipv6First, ipv6Last, ipv6System } = this.table;
    const index = lastIpv6StartingBy(ipv6First, words);
    if (index < 0 || compareIpv6At(ipv6Last, index, words) < 0) return null;
    return {
      system: this.#systemAt(ipv6System[index]!),
      range: { first: { version: 6, words: wordsAt(ipv6First, index) }, last: { version: 6, words: wordsAt(ipv6Last, index) } },
    };
  }

  #mainIpv4Addresses(): Uint32Array {
    this.#mainIpv4 ??= firstsOfLargest(this.table);
    return this.#mainIpv4;
  }

  /** Creates the system on first use, because most systems have no visitors. */
  #systemAt(index: number): AutonomousSystem {
    const cached = this.#systems[index];
    if (cached !== undefined) return cached;
    const { table } = this;
    const country = table.systemCountry[index]!;
    const name = this.#names.toString('utf8', table.systemNameStart[index]!, table.systemNameStart[index + 1]!);
    const system: AutonomousSystem = {
      asn: table.systemAsn[index]!,
      organization: name === '' ? null : name,
      countryCode: country === 0 ? null : String.fromCharCode(country >> 8, country & 255),
      ipv4AddressCount: table.systemIpv4AddressCount[index]!,
      ipv4RangeCount: table.systemIpv4RangeCount[index]!,
      ipv6RangeCount: table.systemIpv6RangeCount[index]!,
      mainIpv4Address: table.systemIpv4RangeCount[index] === 0 ? null : this.#mainIpv4Addresses()[index]!,
    };
    this.#systems[index] = system;
    return system;
  }
}

/** Start of the largest IPv4 range of each system. */
function firstsOfLargest({ ipv4First, ipv4Last, ipv4System, systemAsn }: NetworkTable): Uint32Array {
  const firsts = new Uint32Array(systemAsn.length);
  const lengths = new Float64Array(systemAsn.length);
  ipv4System.forEach((system, index) => {
    const length = ipv4Last[index]! - ipv4First[index]! + 1;
    if (length <= lengths[system]!) return;
    lengths[system] = length;
    firsts[system] = ipv4First[index]!;
  });
  return firsts;
}

/** The indexes of all ranges in the order of their systems, and where those of each system start. */
type RangesBySystem = { starts: Uint32Array; indexes: Uint32Array };

/** Groups the ranges with a counting sort. */
function groupBySystem(systems: Uint32Array, systemCount: number): RangesBySystem {
  const starts = new Uint32Array(systemCount + 1);
  for (const system of systems) starts[system + 1]!++;
  for (let system = 0; system < systemCount; system++) starts[system + 1]! += starts[system]!;
  const next = starts.slice();
  const indexes = new Uint32Array(systems.length);
  systems.forEach((system, index) => {
    indexes[next[system]!++] = index;
  });
  return { starts, indexes };
}

function indexesOf({ starts, indexes }: RangesBySystem, system: number): number[] {
  return [...indexes.subarray(starts[system], starts[system + 1])];
}

function wordsAt(entries: Uint32Array, index: number): Ipv6Words {
  const offset = index * 4;
  return [entries[offset]!, entries[offset + 1]!, entries[offset + 2]!, entries[offset + 3]!];
}

/** Index of the first range that starts at or after each 16-bit prefix. */
function jumpTable(firsts: Uint32Array): Uint32Array {
  const jump = new Uint32Array(65537);
  let index = 0;
  for (let bucket = 0; bucket < 65537; bucket++) {
    while (index < firsts.length && firsts[index]! / 65536 < bucket) index++;
    jump[bucket] = index;
  }
  return jump;
}
