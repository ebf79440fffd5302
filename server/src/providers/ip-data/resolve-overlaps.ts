export type NumericRange = { first: bigint; last: bigint; asn: number };

/**
 * Makes ranges disjoint. Where two overlap, the smaller one wins, because announcing a part is more specific than announcing the
 * whole. Input and output are sorted by first address.
 */
export function resolveOverlaps(sorted: readonly NumericRange[]): NumericRange[] {
  const result: NumericRange[] = [];
  const queue = [...sorted].reverse();
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const previous = result.at(-1);
    if (previous === undefined || previous.last < next.first) {
      result.push(next);
      continue;
    }
    result.pop();
    for (const piece of separate(previous, next).reverse()) insertSorted(queue, piece);
  }
  return result;
}

/** Splits two ranges into disjoint parts in order: all of the smaller one, and the rest of the larger one before and after it. */
function separate(left: NumericRange, right: NumericRange): NumericRange[] {
  const isLeftSmaller = left.last - left.first <= right.last - right.first;
  const [small, large] = isLeftSmaller ? [left, right] : [right, left];
  const pieces: NumericRange[] = [small];
  if (large.first < small.first) pieces.unshift({ ...large, last: small.first - 1n });
  if (large.last > small.last) pieces.push({ ...large, first: small.last + 1n });
  return pieces;
}

/** Inserts a range into the queue, which is sorted by first address in descending order. */
function insertSorted(queue: NumericRange[], piece: NumericRange): void {
  let index = queue.length;
  while (index > 0 && (queue[index - 1]?.first ?? 0n) < piece.first) index--;
  queue.splice(index, 0, piece);
}
