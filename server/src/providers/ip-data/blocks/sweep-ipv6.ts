import { type Parts, sweepBlocks } from './sweep-blocks.ts';

/** The same as `sweepBlocks` for IPv6: the borders of all blocks are numbered in their order, so that 32-bit numbers are enough. */
export function sweepIpv6(first: readonly bigint[], last: readonly bigint[], record: Uint32Array): Parts {
  const borders = first.concat(last.map((end) => end + 1n));
  borders.sort((left, right) => (left < right ? -1 : left > right ? 1 : 0));
  const distinct = borders.filter((border, index) => index === 0 || border !== borders[index - 1]);
  const rankOf = new Map(distinct.map((border, rank) => [border, rank]));
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
    const border = distinct[rank]!;
    // The end of the address space begins no part.
    if (border >> 128n !== 0n) break;
    for (let word = 0; word < 4; word++) words[count * 4 + word] = Number((border >> BigInt(96 - word * 32)) & 0xffffffffn);
    count++;
  }
  return { first: words.subarray(0, count * 4), record: parts.record.subarray(0, count) };
}
