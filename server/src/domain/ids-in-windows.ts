import { lastOf } from '../lib/last-of.ts';

type WindowedSearch = {
  /** Returns the ids of matches in `from < id <= until` in order, at most `limit`. */
  find(from: bigint, until: bigint, limit: number): Promise<string[]>;
  after: string;
  maxId: string;
  /** Number of ids in the first window. */
  width: number;
  batchSize: number;
};

/** Factor by which windows grow. It is small, because all matches of a window are sorted: too wide a window costs more than it saves. */
const growth = 4n;

/**
 * Yields the ids of all matches in order, in batches. Each statement is limited to a window of ids: sorting all matches of a broad search
 * would take as long as reading most of the table. Where matches are rare, windows become wider.
 */
export async function* idsInWindows({ find, after, maxId, width, batchSize }: WindowedSearch): AsyncGenerator<string[]> {
  const end = BigInt(maxId);
  let from = BigInt(after);
  let span = BigInt(Math.max(1, Math.ceil(width)));
  while (from < end) {
    const until = from + span;
    const ids = await find(from, until, batchSize);
    if (ids.length > 0) yield ids;
    if (ids.length >= batchSize) {
      from = BigInt(lastOf(ids));
      continue;
    }
    from = until;
    if (ids.length < batchSize / 2) span *= growth;
  }
}
