import { blocksOfRange } from './blocks-of-range.ts';
import type { IpRange } from './ip-range.ts';
import { required } from './required.ts';

/** Returns the largest CIDR blocks of ranges that do not overlap, IPv4 first. */
export function largestBlocks(ranges: readonly IpRange[], max: number): string[] {
  return ranges
    .flatMap((range) => required(blocksOfRange(range, Number.POSITIVE_INFINITY)))
    .sort((left, right) => Number(left.includes(':')) - Number(right.includes(':')) || prefixOf(left) - prefixOf(right))
    .slice(0, max);
}

function prefixOf(block: string): number {
  return Number(block.slice(block.indexOf('/') + 1));
}
