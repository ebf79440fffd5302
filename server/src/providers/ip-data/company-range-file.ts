import { createReadStream } from 'node:fs';
import { type CompanyReference, companyReference } from '../../domain/identification/company-reference.ts';
import { readCsv } from '../../lib/csv.ts';
import type { IpAddress } from '../../lib/ip-address.ts';
import { type IpRange, parseIpRange } from '../../lib/ip-range.ts';
import { type NumericRange, resolveOverlaps } from './resolve-overlaps.ts';

export type RefusedLine = { line: number; reason: string };

/** Companies by block, from a CSV file with the columns cidr, company and domain. The smallest of nested blocks wins. */
export class CompanyRangeFile {
  readonly refused: RefusedLine[] = [];
  readonly #companies: CompanyReference[] = [];
  #ranges: Record<4 | 6, NumericRange[]> = { 4: [], 6: [] };

  static async read(path: string): Promise<CompanyRangeFile> {
    const file = new CompanyRangeFile();
    const ranges: Record<4 | 6, NumericRange[]> = { 4: [], 6: [] };
    for await (const { line, values } of readCsv(createReadStream(path, { encoding: 'utf8' }))) {
      const [cidr = '', name = '', domain = ''] = values.map((value) => value.trim());
      if (line === 1 && cidr.toLowerCase() === 'cidr') continue;
      const range = parseIpRange(cidr);
      const reason =
        range === null
          ? `"${cidr}" is not a block of addresses`
          : name === '' && domain === ''
            ? 'neither company nor domain is given'
            : null;
      if (range === null || reason !== null) {
        file.refused.push({ line, reason: reason ?? '' });
        continue;
      }
      const index =
        file.#companies.push(companyReference({ name: name === '' ? domain : name, domain: domain === '' ? null : domain.toLowerCase() })) -
        1;
      ranges[range.first.version].push({ first: numberOf(range.first), last: numberOf(range.last), asn: index });
    }
    const sorted = (list: NumericRange[]) =>
      resolveOverlaps(list.sort((left, right) => (left.first < right.first ? -1 : left.first > right.first ? 1 : 0)));
    file.#ranges = { 4: sorted(ranges[4]), 6: sorted(ranges[6]) };
    return file;
  }

  get count(): number {
    return this.#companies.length;
  }

  find(address: IpAddress): CompanyReference | null {
    return this.#companyOf(this.#lastFrom(address), address);
  }

  /** The company of all addresses in the block, or `differs`. */
  findInBlock({ first, last }: IpRange): CompanyReference | null | 'differs' {
    const ranges = this.#ranges[first.version];
    const at = this.#lastFrom(first);
    const company = this.#companyOf(at, first);
    if (company !== null) return ranges[at]!.last >= numberOf(last) ? company : 'differs';
    const next = ranges[at + 1];
    return next === undefined || next.first > numberOf(last) ? null : 'differs';
  }

  #companyOf(at: number, address: IpAddress): CompanyReference | null {
    const range = this.#ranges[address.version][at];
    return range === undefined || range.last < numberOf(address) ? null : (this.#companies[range.asn] ?? null);
  }

  /** Index of the last range that starts at or before the address, or -1. */
  #lastFrom(address: IpAddress): number {
    const ranges = this.#ranges[address.version];
    const value = numberOf(address);
    let from = 0;
    let to = ranges.length - 1;
    while (from <= to) {
      const middle = (from + to) >>> 1;
      if (ranges[middle]!.first <= value) from = middle + 1;
      else to = middle - 1;
    }
    return to;
  }
}

function numberOf(address: IpAddress): bigint {
  return address.version === 4 ? BigInt(address.value) : address.words.reduce((sum, word) => (sum << 32n) | BigInt(word), 0n);
}
