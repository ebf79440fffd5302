import type { Hit } from '../events/event.ts';

/** Returns the hits ordered by time and id, without duplicate ids. Does not modify its input. */
export function orderHits<Given extends Hit>(hits: readonly Given[]): Given[] {
  if (isOrdered(hits)) return hits.slice();
  const byId = new Map<string, Given>();
  for (const hit of hits) {
    const known = byId.get(hit.event.id);
    if (known === undefined || isPreferred(hit, known)) byId.set(hit.event.id, hit);
  }
  return [...byId.values()].sort(compare);
}

function isOrdered(hits: readonly Hit[]): boolean {
  let previous: Hit | null = null;
  for (const hit of hits) {
    if (previous !== null && compare(previous, hit) >= 0) return false;
    previous = hit;
  }
  return hits.length <= maxPairwise ? haveDistinctIds(hits) : new Set(hits.map(({ event }) => event.id)).size === hits.length;
}

/** Up to this number of hits, comparing all pairs is faster than building a set. */
const maxPairwise = 8;

function haveDistinctIds(hits: readonly Hit[]): boolean {
  return hits.every(({ event: { id } }, index) => hits.findIndex(({ event }) => event.id === id) === index);
}

function compare(a: Hit, b: Hit): number {
  return a.event.occurredAtMs - b.event.occurredAtMs || (a.event.id < b.event.id ? -1 : a.event.id > b.event.id ? 1 : 0);
}

/**
 * Duplicates may differ slightly, for example if their times were corrected differently for clock skew. The result must not depend on their
 * order, so the one with the earlier time counts or, at equal times, the one with the smaller JSON text.
 */
function isPreferred(hit: Hit, known: Hit): boolean {
  const difference = hit.event.occurredAtMs - known.event.occurredAtMs;
  return difference < 0 || (difference === 0 && JSON.stringify(hit) < JSON.stringify(known));
}
