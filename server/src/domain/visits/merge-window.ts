import type { Hit } from '../events/event.ts';
import { maxVisitMs, sessionTimeoutMs } from './session-timeout.ts';

/** A time range with inclusive ends. */
export type MergeWindow = { fromMs: number; toMs: number };

/** Maximum distance of a hit from the start of its visit: 24 hours to the last page view, and 24 hours to its last leave. */
export const maxSpanMs = 2 * maxVisitMs;

/**
 * Returns the window in which new hits can change stored visits of the same visitor. To merge new hits into stored visits:
 *
 *   1. window = mergeWindowOf(new hits)
 *   2. load the visits that start between window.fromMs - maxSpanMs and window.toMs, or more
 *   3. expanded = expandWindow(window, loaded); if expanded.window requires more visits than loaded, repeat step 2 with expanded.window
 *   4. replace expanded.visits with sessionize(their hits and the new hits)
 *
 * Recomputing more visits than necessary gives the same result, so loading more in step 2 can save a repetition.
 *
 * This suffices because every other visit is more than 30 minutes away from all new and loaded hits, so inactivity separates them. Only
 * page views and leaves have a longer window, which determines the visits to load: the page view of a leave is up to 24 hours before it, and
 * a new page view can take over leaves up to 24 hours after it.
 *
 * Hits whose ids are already stored must be removed from the new hits first. Otherwise a duplicate with a different time might be outside
 * the window of the stored hit, and would be stored twice.
 */
export function mergeWindowOf(newHits: readonly Hit[]): MergeWindow {
  const window = { fromMs: Number.POSITIVE_INFINITY, toMs: Number.NEGATIVE_INFINITY };
  for (const { event } of newHits) {
    const backMs = event.kind === 'leave' ? maxVisitMs : sessionTimeoutMs;
    const aheadMs = event.kind === 'page_view' ? maxVisitMs : sessionTimeoutMs;
    window.fromMs = Math.min(window.fromMs, event.occurredAtMs - backMs);
    window.toMs = Math.max(window.toMs, event.occurredAtMs + aheadMs);
  }
  return window;
}

/**
 * Returns the loaded visits that must be recomputed, and the extended window. A visit that overlaps the window extends it to the session
 * timeout before its start and after its last hit, which may include further visits.
 */
export function expandWindow<Visit extends { startedAtMs: number; lastHitAtMs: number }>(
  window: MergeWindow,
  loaded: readonly Visit[],
): { window: MergeWindow; visits: Visit[] } {
  let { fromMs, toMs } = window;
  const visits: Visit[] = [];
  let outside: readonly Visit[] = loaded;
  for (;;) {
    const current = { fromMs, toMs };
    const overlapping = outside.filter((visit) => overlaps(visit, current));
    if (overlapping.length === 0) return { window: current, visits };
    outside = outside.filter((visit) => !overlaps(visit, current));
    for (const visit of overlapping) {
      fromMs = Math.min(fromMs, visit.startedAtMs - sessionTimeoutMs);
      toMs = Math.max(toMs, visit.lastHitAtMs + sessionTimeoutMs);
    }
    visits.push(...overlapping);
  }
}

function overlaps({ startedAtMs, lastHitAtMs }: { startedAtMs: number; lastHitAtMs: number }, { fromMs, toMs }: MergeWindow): boolean {
  return startedAtMs <= toMs && lastHitAtMs >= fromMs;
}
