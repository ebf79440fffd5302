import { addressNumber } from '../../../lib/ip-address.ts';
import type { IpRange } from '../../../lib/ip-range.ts';
import type { BlockTableSections } from './block-table.ts';
import { NumberList } from './number-list.ts';
import { RecordStore } from './record-store.ts';
import { sweepBlocks } from './sweep-blocks.ts';
import { sweepIpv6 } from './sweep-ipv6.ts';

/** Collects blocks in any order and builds a table. */
export class BlockTableBuilder {
  readonly records = new RecordStore();
  readonly #ipv4 = { first: new NumberList(), last: new NumberList(), record: new NumberList() };
  readonly #ipv6: { first: bigint[]; last: bigint[]; record: NumberList } = { first: [], last: [], record: new NumberList() };

  get blocks(): number {
    return this.#ipv4.record.length + this.#ipv6.record.length;
  }

  /** `record` is the result of `records.add`, or 0 for a block without a record. */
  add({ first, last }: IpRange, record: number): void {
    if (first.version === 4 && last.version === 4) this.addIpv4(first.value, last.value, record);
    else this.addIpv6(addressNumber(first), addressNumber(last), record);
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
    const ipv6 = sweepIpv6(this.#ipv6.first, this.#ipv6.last, this.#ipv6.record.take());
    return {
      ipv4First: ipv4.first,
      ipv4Record: ipv4.record,
      ipv6First: ipv6.first,
      ipv6Record: ipv6.record,
      records: this.records.take(),
    };
  }
}
