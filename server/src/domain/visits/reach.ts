import type { Hit } from '../events/event.ts';
import { maxVisitMs, sessionTimeoutMs } from './session-timeout.ts';

/** A time range with inclusive ends. */
export type Reach = { fromMs: number; toMs: number };

/** Maximum distance of a hit from the start of its visit: 24 hours to the last page view, and 24 hours to its last leave. */
export const maxSpanMs = 2 * maxVisitMs;

/**
 * Returns the window in which new hits can change stored visits of the same visitor. To merge new hits into stored visits:
 *
 *   1. reach = reachOf(new hits)
 *   2. load the visits that start between reach.fromMs - maxSpanMs and reach.toMs, or more
 *   3. closed = closeReach(reach, loaded); if closed.reach exceeds what was loaded, repeat step 2 with it
 *   4. replace closed.visits with sessionize(their hits and the new ones)
 *
 * Recomputing more visits than necessary gives the same result, so a generous load can save another one.
 *
 * This suffices because every other visit is more than 30 minutes away from all new or loaded hits, so inactivity separates them. Only page
 * views and leaves have a longer reach, on visits that are then loaded: a leave looks for its page view up to 24 hours back, and a page
 * view takes over leaves up to 24 hours later.
 *
 * Ids that are already stored must be removed from the new hits first. Otherwise a duplicate with another time would not be matched with the
 * stored event.
 */
export function reachOf(newHits: readonly Hit[]): Reach {
  const reach = { fromMs: Number.POSITIVE_INFINITY, toMs: Number.NEGATIVE_INFINITY };
  for (const { event } of newHits) {
    const backMs = event.kind === 'leave' ? maxVisitMs : sessionTimeoutMs;
    const aheadMs = event.kind === 'page_view' ? maxVisitMs : sessionTimeoutMs;
    reach.fromMs = Math.min(reach.fromMs, event.occurredAtMs - backMs);
    reach.toMs = Math.max(reach.toMs, event.occurredAtMs + aheadMs);
  }
  return reach;
}

/**
 * Returns the loaded visits that must be recomputed: all that overlap the reach, each of which extends it by the session timeout. Also
 * returns the extended reach.
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
      fromMs = Math.min(fromMs, visit.startedAtMs - sessionTimeoutMs);
      toMs = Math.max(toMs, visit.lastHitAtMs + sessionTimeoutMs);
    }
    visits.push(...overlapping);
  }
}

function overlaps({ startedAtMs, lastHitAtMs }: { startedAtMs: number; lastHitAtMs: number }, { fromMs, toMs }: Reach): boolean {
  return startedAtMs <= toMs && lastHitAtMs >= fromMs;
}
