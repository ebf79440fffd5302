import type { IpAddress } from '../../../lib/ip-address.ts';
import type { IpRange } from '../../../lib/ip-range.ts';
import type { BlockTableSections } from './block-table.ts';
import { NumberList } from './number-list.ts';
import { RecordStore } from './record-store.ts';
import { sweepBlocks } from './sweep-blocks.ts';

/** Collects blocks in any order and builds a table. */
export class BlockTableBuilder {
  readonly records = new RecordStore();
  readonly #ipv4 = { first: new NumberList(), last: new NumberList(), record: new NumberList() };
  readonly #ipv6: { first: bigint[]; last: bigint[]; record: NumberList } = { first: [], last: [], record: new NumberList() };

  get blocks(): number {
    return this.#ipv4.record.length + this.#ipv6.record.length;
  }

  /** `position` is the result of `records.add`, or 0 for a block without a record. */
  add({ first, last }: IpRange, record: number): void {
    if (first.version === 4 && last.version === 4) this.addIpv4(first.value, last.value, record);
    else this.addIpv6(ipv6Number(first), ipv6Number(last), record);
  }

  addIpv4(first: number, last: number, record: number): void {
    this.#ipv4.first.push(first);
    this.#ipv4.last.push(last);
    this.#ipv4.record.push(record);
  }

  addIpv6(first: bigint, last: bigint, record: number): void {
    this.#ipv6.first.push(first);
    this.#ipv6.last.push(last);
    this.#ipv6.record.push(record);
  }

  build(): BlockTableSections {
    const { first, last, record } = this.#ipv4;
    const ipv4 = sweepBlocks({ first: first.take(), last: last.take(), record: record.take() }, 0xffffffff);
    const ipv6 = this.#sweepIpv6();
    return {
      ipv4First: ipv4.first,
      ipv4Record: ipv4.record,
      ipv6First: ipv6.first,
      ipv6Record: ipv6.record,
      records: this.records.take(),
    };
  }

  /** Numbers the borders of all blocks in order, so that 32-bit numbers are enough for the sweep. */
  #sweepIpv6() {
    const { first, last, record } = this.#ipv6;
    const borders = first.concat(last.map((end) => end + 1n));
    borders.sort((left, right) => (left < right ? -1 : left > right ? 1 : 0));
    const distinct = borders.filter((border, index) => index === 0 || border !== borders[index - 1]);
    const rankOf = new Map(distinct.map((border, rank) => [border, rank]));
    const parts = sweepBlocks(
      {
        first: Uint32Array.from(first, (start) => rankOf.get(start)!),
        last: Uint32Array.from(last, (end) => rankOf.get(end + 1n)! - 1),
        record: record.take(),
      },
      distinct.length,
    );
    const words = new Uint32Array(parts.first.length * 4);
    let count = 0;
    for (const rank of parts.first) {
      const border = distinct[rank]!;
      // Nothing starts after the end of the address space.
      if (border >> 128n !== 0n) break;
      for (let word = 0; word < 4; word++) words[count * 4 + word] = Number((border >> BigInt(96 - word * 32)) & 0xffffffffn);
      count++;
    }
    return { first: words.subarray(0, count * 4), record: parts.record.subarray(0, count) };
  }
}

function ipv6Number(address: IpAddress): bigint {
  return address.version === 4 ? BigInt(address.value) : address.words.reduce((sum, word) => (sum << 32n) | BigInt(word), 0n);
}
