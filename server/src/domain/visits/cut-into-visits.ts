import { itemAt } from '../../lib/item-at.ts';
import { cutVisits } from './cut-visits.ts';
import { hitsBeyondLimit } from './hit-limit.ts';
import type { StoredVisit } from './load-reach.ts';
import type { PlacedHit } from './stored-events.ts';
import type { VisitMerge } from './visit-merge.ts';
import type { VisitRow } from './write-visits.ts';

/** A visit after cutting: a stored one that is unchanged, or one to be written. */
type CutVisit = { hits: PlacedHit[]; unchanged: StoredVisit | null; row: VisitRow | null };

export type CutVisitor = {
  /** Visits out of reach, which do not change. */
  others: StoredVisit[];
  visits: CutVisit[];
  /** New and stored hits that exceed the daily limit of the visitor and are not stored. */
  beyond: ReadonlySet<PlacedHit>;
};

const none: ReadonlySet<PlacedHit> = new Set();

/** Cuts the new hits of each visitor together with those of the visits within reach. */
export function cutIntoVisits(merge: VisitMerge): void {
  merge.cut = merge.visitors.map(({ hits: added }, at): CutVisitor => {
    const { visits, within, isFull } = itemAt(merge.reached, at);
    const others = visits.filter((stored) => !within.some(({ visit }) => visit.id === stored.id));
    const all = within.length === 0 ? added : within.flatMap(({ hits }) => hits).concat(added);
    const beyond = isFull ? hitsBeyondLimit(all, added) : none;
    const kept = beyond.size === 0 ? all : all.filter((hit) => !beyond.has(hit));
    const cut = cutVisits(kept).map((hits): CutVisit => {
      const unchanged = within.find((stored) => haveSameEvents(stored.hits, hits))?.visit ?? null;
      return { hits, unchanged, row: null };
    });
    return { others, visits: cut, beyond };
  });
}

/** A visit with the same hits is unchanged; everything else is derived from them. */
function haveSameEvents(hits: readonly PlacedHit[], cut: readonly PlacedHit[]): boolean {
  return hits.length === cut.length && hits.every(({ event }, at) => event.id === itemAt(cut, at).event.id);
}
