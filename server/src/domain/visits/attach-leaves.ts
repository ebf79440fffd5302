import { itemAt } from '../../lib/item-at.ts';
import type { Hit } from '../events/event.ts';
import { maxVisitMs, sessionTimeoutMs } from './session-timeout.ts';

export type AttachedLeaves = {
  /** By hit: index of the page view that this leave ends, or -1 for other hits and for leaves of unknown pages. */
  pageIndexes: number[];
  /** By hit: end of the activity that this hit alone indicates. It is the time of the hit, except for page views with leaves. */
  inUseUntilMs: number[];
  /** By hit: longest time on page reported by its leaves, or null. */
  secondsOnPage: (number | null)[];
};

/**
 * Finds the page view that each leave ends: the latest with the same URL that is not after the leave, at most 24 hours back.
 *
 * A leave can come long after its page view; its duration is the time for which the page was visible. The page counts as in use up to its
 * leave if the duration covers all but 30 minutes of the time since its last activity: two hours of reading with a leave at the end are
 * one visit of two hours. Otherwise the page was in use only for the reported duration, counted from its last activity: a tab left open
 * overnight and closed in the morning does not join two days into one visit, but its duration still counts. If a page has several leaves,
 * each of them continues from the previous one.
 *
 * Expects hits in the order of `orderHits`.
 */
export function attachLeaves(ordered: readonly Hit[]): AttachedLeaves {
  const pageIndexes: number[] = new Array(ordered.length).fill(-1);
  const inUseUntilMs = ordered.map((hit) => hit.event.occurredAtMs);
  const secondsOnPage: (number | null)[] = new Array(ordered.length).fill(null);
  const latestPageByUrl = new Map<string | null, number>();
  let nextPage = 0;

  for (let index = 0; index < ordered.length; index++) {
    const { event } = itemAt(ordered, index);
    if (event.kind !== 'leave') continue;
    for (; nextPage < ordered.length; nextPage++) {
      const candidate = itemAt(ordered, nextPage).event;
      if (candidate.occurredAtMs > event.occurredAtMs) break;
      if (candidate.kind === 'page_view') latestPageByUrl.set(candidate.url, nextPage);
    }
    const page = latestPageByUrl.get(event.url);
    if (page === undefined) continue;
    if (event.occurredAtMs - itemAt(ordered, page).event.occurredAtMs > maxVisitMs) continue;
    pageIndexes[index] = page;
    const seenSeconds = secondsOnPage[page] ?? 0;
    const reportedSeconds = usableSeconds(event.durationSeconds);
    const addedMs = Math.max(0, reportedSeconds - seenSeconds) * 1000;
    const explainedUntilMs = itemAt(inUseUntilMs, page) + addedMs;
    inUseUntilMs[page] = event.occurredAtMs - explainedUntilMs > sessionTimeoutMs ? explainedUntilMs : event.occurredAtMs;
    if (event.durationSeconds !== null) secondsOnPage[page] = Math.max(seenSeconds, reportedSeconds);
  }
  return { pageIndexes, inUseUntilMs, secondsOnPage };
}

/** Returns the time until which a visit is in use, given its next hit. A leave after a period of inactivity does not extend it. */
export function inUseAfter(inUseUntilMs: number, index: number, hit: Hit, leaves: AttachedLeaves): number {
  if (leaves.pageIndexes[index] === -1) return Math.max(inUseUntilMs, itemAt(leaves.inUseUntilMs, index));
  const { occurredAtMs } = hit.event;
  return occurredAtMs > inUseUntilMs && occurredAtMs - inUseUntilMs <= sessionTimeoutMs ? occurredAtMs : inUseUntilMs;
}

/** Durations are untrusted; no page is viewed longer than the maximum length of a visit. */
function usableSeconds(durationSeconds: number | null): number {
  if (durationSeconds === null || !(durationSeconds > 0)) return 0;
  return Math.min(durationSeconds, maxVisitMs / 1000);
}
