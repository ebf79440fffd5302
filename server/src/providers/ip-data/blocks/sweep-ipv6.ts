import { type Parts, sweepBlocks } from './sweep-blocks.ts';

/** `sweepBlocks` for IPv6. The boundaries of the blocks are replaced by their ranks (coordinate compression), which fit in 32 bits. */
export function sweepIpv6(first: readonly bigint[], last: readonly bigint[], record: Uint32Array): Parts {
  const boundaries = first.concat(last.map((end) => end + 1n));
  boundaries.sort((left, right) => (left < right ? -1 : left > right ? 1 : 0));
  const distinct = boundaries.filter((boundary, index) => index === 0 || boundary !== boundaries[index - 1]);
  const rankOf = new Map(distinct.map((boundary, rank) => [boundary, rank]));
  const parts = sweepBlocks(
    {
      first: Uint32Array.from(first, (start) => rankOf.get(start)!),
      last: Uint32Array.from(last, (end) => rankOf.get(end + 1n)! - 1),
      record,
    },
    distinct.length,
  );
  const words = new Uint32Array(parts.first.length * 4);
  let count = 0;
  for (const rank of parts.first) {
    const boundary = distinct[rank]!;
    // No part starts at 2^128, just past the last address.
    if (boundary >> 128n !== 0n) break;
    for (let word = 0; word < 4; word++) words[count * 4 + word] = Number((boundary >> BigInt(96 - word * 32)) & 0xffffffffn);
    count++;
  }
  return { first: words.subarray(0, count * 4), record: parts.record.subarray(0, count) };
}
