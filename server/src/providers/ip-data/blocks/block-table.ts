import type { IpAddress } from '../../../lib/ip-address.ts';
import type { IpRange } from '../../../lib/ip-range.ts';
import { compareIpv6At, lastIpv4StartingBy, lastIpv6StartingBy } from '../network-table.ts';
import type { Section } from '../section-file.ts';

/**
 * Records of address blocks: the start of each part and the position of its record, sorted and without overlaps. A record is
 * stored as its length in two bytes, followed by its content. Positions count from 1; 0 means no record.
 */
export type BlockTableSections = {
  ipv4First: Uint32Array;
  ipv4Record: Uint32Array;
  /** Four words per part. */
  ipv6First: Uint32Array;
  ipv6Record: Uint32Array;
  records: Uint8Array;
};

/** Decodes the record between two positions. */
type ReadRecord<Record> = (bytes: Buffer, from: number, to: number) => Record;

/** Looks up the records of addresses and blocks. The caller decodes their bytes. */
export class BlockTable {
  readonly #sections: BlockTableSections;
  readonly #records: Buffer;
  /** Index of the first part that starts at or after each 16-bit prefix. */
  readonly #ipv4Index: Uint32Array;

  constructor(sections: BlockTableSections) {
    this.#sections = sections;
    const { records, ipv4First } = sections;
    this.#records = Buffer.from(records.buffer, records.byteOffset, records.byteLength);
    this.#ipv4Index = new Uint32Array(65_537).fill(ipv4First.length);
    for (let index = ipv4First.length - 1; index >= 0; index--) this.#ipv4Index[ipv4First[index]! >>> 16] = index;
    for (let prefix = 65_535; prefix >= 0; prefix--)
      this.#ipv4Index[prefix] = Math.min(this.#ipv4Index[prefix]!, this.#ipv4Index[prefix + 1]!);
  }

  /**
   * Returns the position of the record of the block that contains the address; of several, the innermost: see `sweepBlocks`. 0 if there is
   * none.
   */
  positionOf(address: IpAddress): number {
    return this.#positionAt(this.#partOf(address), address.version);
  }

  /** Returns the position of the record that all addresses of a block share, or `differs`. */
  positionInBlock({ first, last }: IpRange): number | 'differs' {
    const part = this.#partOf(first);
    const lastPart = this.#partOf(last);
    const position = this.#positionAt(part, first.version);
    // Adjacent parts can have the same record.
    for (let next = part + 1; next <= lastPart; next++) if (this.#positionAt(next, first.version) !== position) return 'differs';
    return position;
  }

  #positionAt(part: number, version: 4 | 6): number {
    if (part < 0) return 0;
    return (version === 4 ? this.#sections.ipv4Record : this.#sections.ipv6Record)[part]!;
  }

  #partOf(address: IpAddress): number {
    if (address.version === 6) return lastIpv6StartingBy(this.#sections.ipv6First, address.words);
    const prefix = address.value >>> 16;
    return lastIpv4StartingBy(this.#sections.ipv4First, address.value, this.#ipv4Index[prefix], this.#ipv4Index[prefix + 1]! - 1);
  }

  /** Reads the record at a position other than 0. */
  recordAt<Record>(position: number, read: ReadRecord<Record>): Record {
    const from = position + 1;
    return read(this.#records, from, from + this.#records.readUInt16LE(position - 1));
  }
}

export function sectionsOfBlocks(table: BlockTableSections): Record<string, Section> {
  return table;
}

/** Reads a table from the sections of a file; null if it is incomplete or inconsistent. */
export function blocksOfSections(sections: ReadonlyMap<string, Uint8Array>): BlockTableSections | null {
  const bytes = (name: keyof BlockTableSections) => sections.get(name) ?? new Uint8Array();
  const words = (name: keyof BlockTableSections) => {
    const section = bytes(name);
    return new Uint32Array(section.buffer, section.byteOffset, section.byteLength / 4);
  };
  const table = {
    ipv4First: words('ipv4First'),
    ipv4Record: words('ipv4Record'),
    ipv6First: words('ipv6First'),
    ipv6Record: words('ipv6Record'),
    records: bytes('records'),
  };
  const isComplete = table.ipv4First.length === table.ipv4Record.length && table.ipv6First.length === table.ipv6Record.length * 4;
  return isComplete && seemsSorted(table) ? table : null;
}

/** A spot check: compares only the first entry with the last one. */
function seemsSorted({ ipv4First, ipv6First }: BlockTableSections): boolean {
  const ipv6Count = ipv6First.length / 4;
  const isIpv4Sorted = ipv4First.length < 2 || ipv4First[0]! < ipv4First.at(-1)!;
  const isIpv6Sorted =
    ipv6Count < 2 || compareIpv6At(ipv6First, 0, ipv6First.subarray(-4) as unknown as [number, number, number, number]) < 0;
  return isIpv4Sorted && isIpv6Sorted;
}
