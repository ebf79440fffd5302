import type { Hit } from '../events/event.ts';

export const silenceMs = 30 * 60_000;
export const longestVisitMs = 24 * 3_600_000;

export type AttachedLeaves = {
  /** For each hit: the index of the page view that this leave ends, or -1 for other hits and for leaves of unknown pages. */
  pageIndexes: number[];
  /** For each hit: how long it shows by itself that the visitor was there; its own time but for page views with leaves. */
  inUseUntilMs: number[];
  /** For each hit: the longest time on page that its leaves report, or null where none does. */
  secondsOnPage: (number | null)[];
};

/**
 * Finds the page view that each leave ends: of those with the same address the latest one not after it, at most 24 hours back.
 *
 * A leave can come long after its page view, and its duration tells how much of that time the page was really looked at. So a
 * page counts as in use up to its leave when no more than 30 minutes since its last sign of use go unexplained by the duration:
 * two hours of reading with a leave at the end are one visit of two hours. Otherwise the page was in use only for what the
 * duration adds, taken without a pause: a tab forgotten overnight and closed in the morning does not join two days into one
 * visit, and its leave still lengthens the page that it belongs to. Of several leaves each continues from the one before it.
 *
 * Expects hits as `orderHits` returns them.
 */
export function attachLeaves(ordered: readonly Hit[]): AttachedLeaves {
  const pageIndexes: number[] = new Array(ordered.length).fill(-1);
  const inUseUntilMs = ordered.map((hit) => hit.event.occurredAtMs);
  const secondsOnPage: (number | null)[] = new Array(ordered.length).fill(null);
  const latestPageByUrl = new Map<string | null, number>();
  let nextPage = 0;

  for (let index = 0; index < ordered.length; index++) {
    const { event } = ordered[index]!;
    if (event.kind !== 'leave') continue;
    for (; nextPage < ordered.length; nextPage++) {
      const candidate = ordered[nextPage]!.event;
      if (candidate.occurredAtMs > event.occurredAtMs) break;
      if (candidate.kind === 'page_view') latestPageByUrl.set(candidate.url, nextPage);
    }
    const page = latestPageByUrl.get(event.url);
    if (page === undefined) continue;
    if (event.occurredAtMs - ordered[page]!.event.occurredAtMs > longestVisitMs) continue;
    pageIndexes[index] = page;
    const seenSeconds = secondsOnPage[page] ?? 0;
    const reportedSeconds = usableSeconds(event.durationSeconds);
    const addedMs = Math.max(0, reportedSeconds - seenSeconds) * 1000;
    const unexplainedMs = event.occurredAtMs - inUseUntilMs[page]! - addedMs;
    inUseUntilMs[page] = unexplainedMs > silenceMs ? inUseUntilMs[page]! + addedMs : event.occurredAtMs;
    if (event.durationSeconds !== null) secondsOnPage[page] = Math.max(seenSeconds, reportedSeconds);
  }
  return { pageIndexes, inUseUntilMs, secondsOnPage };
}

/** How long a visit is in use after one more of its hits, taken in order: no leave counts that comes after a silence. */
export function inUseAfter(inUseUntilMs: number, index: number, hit: Hit, leaves: AttachedLeaves): number {
  if (leaves.pageIndexes[index] === -1) return Math.max(inUseUntilMs, leaves.inUseUntilMs[index]!);
  const { occurredAtMs } = hit.event;
  return occurredAtMs > inUseUntilMs && occurredAtMs - inUseUntilMs <= silenceMs ? occurredAtMs : inUseUntilMs;
}

/** A sender may claim anything; no page is looked at longer than a visit can last. */
function usableSeconds(durationSeconds: number | null): number {
  if (durationSeconds === null || !(durationSeconds > 0)) return 0;
  return Math.min(durationSeconds, longestVisitMs / 1000);
}
