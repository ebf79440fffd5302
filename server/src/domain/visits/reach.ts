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
 *   3. closed = closeReach(reach, loaded); if closed.reach requires more visits than loaded, repeat step 2 with closed.reach
 *   4. replace closed.visits with sessionize(their hits and the new hits)
 *
 * Recomputing more visits than necessary gives the same result, so loading more in step 2 can save a repetition.
 *
 * This suffices because every other visit is more than 30 minutes away from all new and loaded hits, so inactivity separates them. Only
 * page views and leaves have a longer reach, which determines the visits to load: the page view of a leave is up to 24 hours before it, and
 * a new page view can take over leaves up to 24 hours after it.
 *
 * Hits whose ids are already stored must be removed from the new hits first. Otherwise a duplicate with a different time might be out of
 * reach of the stored hit, and would be stored twice.
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
 * Returns the loaded visits that must be recomputed, and the extended reach. A visit that overlaps the reach extends it to the session
 * timeout before its start and after its last hit, which may include further visits.
 */
export function closeReach<Visit extends { startedAtMs: number; lastHitAtMs: number }>(
  reach: Reach,
  loaded: readonly Visit[],
): { reach: Reach; visits: Visit[] } {
  let { fromMs, toMs } = reach;
  const visits: Visit[] = [];
  let outside: readonly Visit[] = loaded;
  for (;;) {
    const current = { fromMs, toMs };
    const overlapping = outside.filter((visit) => overlaps(visit, current));
    if (overlapping.length === 0) return { reach: current, visits };
    outside = outside.filter((visit) => !overlaps(visit, current));
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
