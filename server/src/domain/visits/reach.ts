import type { Hit } from '../events/event.ts';
import { longestVisitMs, silenceMs } from './attach-leaves.ts';

/** A window of time, both ends included. */
export type Reach = { fromMs: number; toMs: number };

/** No hit of a visit lies farther from its start: 24 hours to its last page view, and 24 more to the last leave of that. */
export const longestSpanMs = 2 * longestVisitMs;

/**
 * The window in which new hits can change stored visits of the same visitor. To merge new hits into a store that holds the
 * visits of all earlier ones:
 *
 *   1. reach = reachOf(new hits)
 *   2. load the visits that start between reach.fromMs - longestSpanMs and reach.toMs, and perhaps more
 *   3. closed = closeReach(reach, loaded); when closed.reach asks for more than was loaded, go on with it at 2
 *   4. replace closed.visits by cutVisits(their hits and the new ones)
 *
 * Recutting more visits than asked for gives the same result, so a load may be generous to save another one.
 *
 * Why it suffices: every other visit lies more than 30 minutes away from all hits that were loaded or are new, so silence parts
 * them whatever the cut does inside. Only page views and leaves act farther, on visits that are then loaded: a leave looks for
 * its page view up to 24 hours back, and a page view takes over leaves up to 24 hours later.
 *
 * Ids that the store already holds must be taken out of the new hits before. A copy with another time would otherwise miss
 * the stored one.
 */
export function reachOf(newHits: readonly Hit[]): Reach {
  const reach = { fromMs: Number.POSITIVE_INFINITY, toMs: Number.NEGATIVE_INFINITY };
  for (const { event } of newHits) {
    const backMs = event.kind === 'leave' ? longestVisitMs : silenceMs;
    const aheadMs = event.kind === 'page_view' ? longestVisitMs : silenceMs;
    reach.fromMs = Math.min(reach.fromMs, event.occurredAtMs - backMs);
    reach.toMs = Math.max(reach.toMs, event.occurredAtMs + aheadMs);
  }
  return reach;
}

/**
 * Of the visits loaded, those that must be recomputed: all that overlap the reach, where each one widens it by the silence
 * around it. Returned with the reach as it is then.
 */
export function closeReach<Visit extends { startedAtMs: number; lastHitAtMs: number }>(
  reach: Reach,
  loaded: readonly Visit[],
): { reach: Reach; visits: Visit[] } {
  let { fromMs, toMs } = reach;
  const visits: Visit[] = [];
  let outside: readonly Visit[] = loaded;
  for (;;) {
    const now = { fromMs, toMs };
    const overlapping = outside.filter((visit) => overlaps(visit, now));
    if (overlapping.length === 0) return { reach: now, visits };
    outside = outside.filter((visit) => !overlaps(visit, now));
    for (const visit of overlapping) {
      fromMs = Math.min(fromMs, visit.startedAtMs - silenceMs);
      toMs = Math.max(toMs, visit.lastHitAtMs + silenceMs);
    }
    visits.push(...overlapping);
  }
}

function overlaps({ startedAtMs, lastHitAtMs }: { startedAtMs: number; lastHitAtMs: number }, { fromMs, toMs }: Reach): boolean {
  return startedAtMs <= toMs && lastHitAtMs >= fromMs;
}
