import { NumberList } from './number-list.ts';

type Blocks = { first: Uint32Array; last: Uint32Array; record: Uint32Array };

/** The start of each part and its record; 0 if there is none. A part ends where the next one starts. */
export type Parts = { first: Uint32Array<ArrayBuffer>; record: Uint32Array<ArrayBuffer> };

/**
 * Splits nested or overlapping blocks into disjoint parts. Of the blocks that contain an address, the one that starts last wins, then the
 * smallest, then the last one given. So a nested block wins over the blocks around it.
 */
export function sweepBlocks({ first, last, record }: Blocks, largest: number): Parts {
  const order = sortedOrder(first, last);
  const firsts = new NumberList();
  const records = new NumberList();
  const emit = (at: number, partRecord: number) => {
    const length = firsts.length;
    if (length > 0 && firsts.at(length - 1) === at) records.set(length - 1, partRecord);
    else if (length === 0 ? partRecord !== 0 : records.at(length - 1) !== partRecord) {
      firsts.push(at);
      records.push(partRecord);
    }
  };
  const open: number[] = [];
  const closeBefore = (at: number) => {
    while (open.length > 0 && last[open.at(-1)!]! < at) {
      const end = last[open.pop()!]!;
      while (open.length > 0 && last[open.at(-1)!]! <= end) open.pop();
      if (end < largest) emit(end + 1, open.length === 0 ? 0 : record[open.at(-1)!]!);
    }
  };
  for (const index of order) {
    closeBefore(first[index]!);
    emit(first[index]!, record[index]!);
    open.push(index);
  }
  closeBefore(largest + 1);
  return { first: firsts.take(), record: records.take() };
}

/** Orders blocks by first address; of blocks with the same first address, the largest comes first. */
function sortedOrder(first: Uint32Array, last: Uint32Array): Uint32Array {
  const order = new Uint32Array(first.length);
  let isSorted = true;
  for (let index = 0; index < order.length; index++) {
    order[index] = index;
    if (index > 0 && (first[index]! < first[index - 1]! || (first[index] === first[index - 1] && last[index]! > last[index - 1]!)))
      isSorted = false;
  }
  if (isSorted) return order;
  // The sort is stable, so sorting by end and then by start orders by both.
  return radixSort(
    radixSort(order, (index) => ~last[index]! >>> 0),
    (index) => first[index]!,
  );
}

function radixSort(order: Uint32Array, keyOf: (index: number) => number): Uint32Array {
  let from = order;
  let to: Uint32Array = new Uint32Array(order.length);
  for (let shift = 0; shift < 32; shift += 16) {
    const starts = new Uint32Array(65_537);
    for (const index of from) starts[((keyOf(index) >>> shift) & 0xffff) + 1]!++;
    for (let digit = 0; digit < 65_536; digit++) starts[digit + 1]! += starts[digit]!;
    for (const index of from) to[starts[(keyOf(index) >>> shift) & 0xffff]!++] = index;
    [from, to] = [to, from];
  }
  return from;
}
