import { dayMs } from '../../lib/day-ms.ts';
import { getOrThrow } from '../../lib/get-or-throw.ts';
import { utcDayNumber } from '../../lib/utc-day-number.ts';
import type { Hit } from '../events/event.ts';
import type { MergeWindow } from './merge-window.ts';
import { maxVisitMs } from './session-timeout.ts';

/**
 * Maximum number of hits stored per visitor and day (UTC): the earliest by time and id. No person sends more, and without a limit a visit
 * that never ends would become more expensive with every page. Hits are counted by day and not by visit, because visits depend on all hits.
 * The stored hits therefore depend only on the set of events, not on their order. An object, so that tests can lower the limit.
 */
export const hitLimit = { perDay: 2000 };

/** True if the limit may be exceeded; `stored` must include all visits that may have hits on the days of the new hits. */
export function mayExceedLimit(stored: readonly { hitCount: number }[], added: number): boolean {
  return stored.reduce((sum, { hitCount }) => sum + hitCount, added) > hitLimit.perDay;
}

/**
 * Extends the window of the new hits to all hits of their days, because any of these may be dropped. Dropping a hit affects the same visits as
 * adding it.
 */
export function mergeWindowOfDays(added: readonly Hit[], { fromMs, toMs }: MergeWindow): MergeWindow {
  const times = added.map(({ event }) => event.occurredAtMs);
  const first = utcDayNumber(times.reduce((min, one) => Math.min(min, one)));
  const last = utcDayNumber(times.reduce((max, one) => Math.max(max, one)));
  return { fromMs: Math.min(fromMs, first * dayMs - maxVisitMs), toMs: Math.max(toMs, (last + 1) * dayMs + maxVisitMs) };
}

/** Returns the hits that exceed the limit of their day. Days without new hits are already within the limit. */
export function findHitsBeyondLimit<Given extends Hit>(all: readonly Given[], added: readonly Hit[]): Set<Given> {
  const days = new Set(added.map(({ event }) => utcDayNumber(event.occurredAtMs)));
  const byDay = Map.groupBy(all, ({ event }) => utcDayNumber(event.occurredAtMs));
  const beyond = new Set<Given>();
  for (const day of days) {
    const ofDay = getOrThrow(byDay, day);
    if (ofDay.length <= hitLimit.perDay) continue;
    ofDay.sort((one, other) => one.event.occurredAtMs - other.event.occurredAtMs || (one.event.id < other.event.id ? -1 : 1));
    for (const hit of ofDay.slice(hitLimit.perDay)) beyond.add(hit);
  }
  return beyond;
}
