import { itemAt } from '../../lib/item-at.ts';
import { findHitsBeyondLimit } from './hit-limit.ts';
import type { StoredVisit } from './load-visits-in-window.ts';
import { sessionize } from './sessionize.ts';
import type { PlacedHit } from './stored-events.ts';
import type { VisitMerge } from './visit-merge.ts';
import type { VisitRow } from './write-visits.ts';

/** A visit after sessionization: a stored visit that is unchanged, or a visit to write, whose row is built in a later step. */
type SessionizedVisit = { hits: PlacedHit[]; unchanged: StoredVisit | null; row: VisitRow | null };

export type SessionizedVisitor = {
  /** Visits outside the merge window, which do not change. */
  others: StoredVisit[];
  visits: SessionizedVisit[];
  /** New and stored hits that exceed the daily limit of the visitor and are not stored. */
  hitsBeyondLimit: ReadonlySet<PlacedHit>;
};

const none: ReadonlySet<PlacedHit> = new Set();

/** Splits the new hits of each visitor, together with those of the visits in the merge window, into visits. */
export function sessionizeVisitors(merge: VisitMerge): void {
  merge.sessionized = merge.visitors.map(({ hits: added }, index): SessionizedVisitor => {
    const { visits, affected, isFull } = itemAt(merge.loaded, index);
    const others = visits.filter((stored) => !affected.some(({ visit }) => visit.id === stored.id));
    const all = affected.length === 0 ? added : affected.flatMap(({ hits }) => hits).concat(added);
    const hitsBeyondLimit = isFull ? findHitsBeyondLimit(all, added) : none;
    const kept = hitsBeyondLimit.size === 0 ? all : all.filter((hit) => !hitsBeyondLimit.has(hit));
    const sessionized = sessionize(kept).map((hits): SessionizedVisit => {
      const unchanged = affected.find((stored) => haveSameEvents(stored.hits, hits))?.visit ?? null;
      return { hits, unchanged, row: null };
    });
    return { others, visits: sessionized, hitsBeyondLimit };
  });
}

/** A visit with the same hits is unchanged, because everything else is derived from its hits. */
function haveSameEvents(hits: readonly PlacedHit[], sessionized: readonly PlacedHit[]): boolean {
  return hits.length === sessionized.length && hits.every(({ event }, index) => event.id === itemAt(sessionized, index).event.id);
}
