import { getKnown } from '../../lib/get-known.ts';
import type { Hit } from '../events/event.ts';
import { longestVisitMs } from './attach-leaves.ts';
import type { Reach } from './reach.ts';

const dayMs = 86_400_000;

/**
 * How many hits of one visitor are stored of one day (UTC): the earliest by time and id. No person sends more; without a limit a visit
 * that never ends would cost more with every page. Days and not visits are counted, because which hits make a visit depends on all of
 * them: so what is stored follows from the set of events, in whatever order they arrive.
 */
export const hitLimit = { perDay: 2000 };

/** Whether the limit might be reached; the stored visits are all that may have hits on the days of the new ones. */
export function mayExceedLimit(stored: readonly { hitCount: number }[], added: number): boolean {
  return stored.reduce((sum, { hitCount }) => sum + hitCount, added) > hitLimit.perDay;
}

/** The window in which visits must be known to drop hits from the days of the new ones: dropping one acts as far as adding it. */
export function reachOfDays(added: readonly Hit[], { fromMs, toMs }: Reach): Reach {
  const times = added.map(({ event }) => event.occurredAtMs);
  const first = dayOf(times.reduce((least, one) => Math.min(least, one)));
  const last = dayOf(times.reduce((most, one) => Math.max(most, one)));
  return { fromMs: Math.min(fromMs, first * dayMs - longestVisitMs), toMs: Math.max(toMs, (last + 1) * dayMs + longestVisitMs) };
}

/** Which of the hits are beyond the limit of their day. Days without new hits are within it already. */
export function hitsBeyondLimit<Given extends Hit>(all: readonly Given[], added: readonly Hit[]): Set<Given> {
  const days = new Set(added.map(({ event }) => dayOf(event.occurredAtMs)));
  const byDay = Map.groupBy(all, ({ event }) => dayOf(event.occurredAtMs));
  const beyond = new Set<Given>();
  for (const day of days) {
    const ofDay = getKnown(byDay, day);
    if (ofDay.length <= hitLimit.perDay) continue;
    ofDay.sort((one, other) => one.event.occurredAtMs - other.event.occurredAtMs || (one.event.id < other.event.id ? -1 : 1));
    for (const hit of ofDay.slice(hitLimit.perDay)) beyond.add(hit);
  }
  return beyond;
}

function dayOf(timeMs: number): number {
  return Math.floor(timeMs / dayMs);
}
