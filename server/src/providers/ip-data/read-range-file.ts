import { createReadStream } from 'node:fs';
import { parseIpAddress } from '../../lib/ip-address.ts';
import { OperatorError } from '../../lib/operator-error.ts';
import { readCsv } from '../../lib/parse-csv.ts';
import type { NumericRange } from './resolve-overlaps.ts';

export type RangeFile = { ranges: NumericRange[]; names: Map<number, string>; version: 4 | 6; rejectedLines: number[] };

/**
 * Reads lines `first,last,asn,organization` with addresses as text or numbers. Invalid lines are rejected and listed; a file with
 * mostly invalid lines is rejected as a whole.
 */
export async function readRangeFile(path: string, version: 4 | 6, name = path): Promise<RangeFile> {
  const ranges: NumericRange[] = [];
  const names = new Map<number, string>();
  const rejectedLines: number[] = [];
  let isSorted = true;
  let previous = -1n;
  for await (const { line, values } of readCsv(createReadStream(path, { encoding: 'utf8', highWaterMark: 1 << 18 }))) {
    const first = numericAddress(values[0] ?? '', version);
    const last = numericAddress(values[1] ?? '', version);
    const asn = Number(values[2]);
    if (first === null || last === null || first > last || !Number.isInteger(asn) || asn <= 0 || asn > 0xffffffff) {
      rejectedLines.push(line);
      continue;
    }
    isSorted &&= first >= previous;
    previous = first;
    ranges.push({ first, last, asn });
    if (!names.has(asn)) names.set(asn, values[3] ?? '');
  }
  if (rejectedLines.length > ranges.length)
    throw new OperatorError(`${name} does not have lines in the format first,last,asn,organization.`);
  if (!isSorted) ranges.sort((left, right) => (left.first < right.first ? -1 : left.first > right.first ? 1 : 0));
  return { ranges, names, version, rejectedLines };
}

function numericAddress(text: string, version: 4 | 6): bigint | null {
  if (/^\d+$/.test(text)) {
    const value = BigInt(text);
    return value < 1n << (version === 4 ? 32n : 128n) ? value : null;
  }
  const address = parseIpAddress(text);
  if (address === null || address.version !== version) return null;
  if (address.version === 4) return BigInt(address.value);
  return address.words.reduce((sum, word) => (sum << 32n) | BigInt(word), 0n);
}
