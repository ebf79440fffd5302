import type { Section } from './section-file.ts';

/**
 * Compiled address ranges: parallel arrays, sorted by first address, without overlaps. An autonomous system (AS) is represented by its
 * index in the arrays whose names start with `system`, which are sorted by AS number.
 */
export type NetworkTable = {
  ipv4First: Uint32Array;
  ipv4Last: Uint32Array;
  ipv4System: Uint32Array;
  /** Four 32-bit words per address. */
  ipv6First: Uint32Array;
  ipv6Last: Uint32Array;
  ipv6System: Uint32Array;
  systemAsn: Uint32Array;
  systemIpv4AddressCount: Uint32Array;
  systemIpv4RangeCount: Uint32Array;
  systemIpv6RangeCount: Uint32Array;
  /** Two ASCII letters in one number, 0 if unknown. */
  systemCountry: Uint16Array;
  /**
   * Offset of each name in `nameBytes`, and the end of the last one. An empty name means that the registered name identifies no
   * organization.
   */
  systemNameStart: Uint32Array;
  nameBytes: Uint8Array;
};

export function sectionsOfTable(table: NetworkTable): Record<string, Section> {
  return table;
}

export function tableOfSections(sections: ReadonlyMap<string, Uint8Array>): NetworkTable | null {
  const bytes = (name: keyof NetworkTable) => sections.get(name) ?? new Uint8Array();
  const words = (name: keyof NetworkTable) => {
    const section = bytes(name);
    return new Uint32Array(section.buffer, section.byteOffset, section.byteLength / 4);
  };
  const country = bytes('systemCountry');
  const table: NetworkTable = {
    ipv4First: words('ipv4First'),
    ipv4Last: words('ipv4Last'),
    ipv4System: words('ipv4System'),
    ipv6First: words('ipv6First'),
    ipv6Last: words('ipv6Last'),
    ipv6System: words('ipv6System'),
    systemAsn: words('systemAsn'),
    systemIpv4AddressCount: words('systemIpv4AddressCount'),
    systemIpv4RangeCount: words('systemIpv4RangeCount'),
    systemIpv6RangeCount: words('systemIpv6RangeCount'),
    systemCountry: new Uint16Array(country.buffer, country.byteOffset, country.byteLength / 2),
    systemNameStart: words('systemNameStart'),
    nameBytes: bytes('nameBytes'),
  };
  return table.systemNameStart.length === table.systemAsn.length + 1 ? table : null;
}

export function tableByteLength(table: NetworkTable): number {
  return Object.values(table).reduce((sum, section) => sum + section.byteLength, 0);
}

/** Binary search between `low` and `high` for the last range that starts at or before the address. Returns `low - 1` if there is none. */
export function lastIpv4StartingBy(firsts: Uint32Array, value: number, low = 0, high = firsts.length - 1): number {
  let from = low;
  let to = high;
  while (from <= to) {
    const middle = (from + to) >>> 1;
    if ((firsts[middle] ?? 0) <= value) from = middle + 1;
    else to = middle - 1;
  }
  return to;
}

/** Like `lastIpv4StartingBy`, for all ranges of IPv6 addresses of four 32-bit words each. Returns -1 if there is none. */
export function lastIpv6StartingBy(firsts: Uint32Array, words: readonly [number, number, number, number]): number {
  let from = 0;
  let to = firsts.length / 4 - 1;
  while (from <= to) {
    const middle = (from + to) >>> 1;
    if (compareIpv6At(firsts, middle, words) <= 0) from = middle + 1;
    else to = middle - 1;
  }
  return to;
}

/** Negative if the entry is before the address, zero if equal. */
export function compareIpv6At(entries: Uint32Array, index: number, words: readonly [number, number, number, number]): number {
  const offset = index * 4;
  for (let word = 0; word < 4; word++) {
    const difference = (entries[offset + word] ?? 0) - (words[word] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
