import type { Hit } from '../ingestion/event.ts';

/** The hits in the order of time and then id, each event id once. What was given stays untouched. */
export function orderHits(hits: readonly Hit[]): Hit[] {
  if (isOrdered(hits)) return hits.slice();
  const byId = new Map<string, Hit>();
  for (const hit of hits) {
    const known = byId.get(hit.event.id);
    if (known === undefined || isPreferred(hit, known)) byId.set(hit.event.id, hit);
  }
  return [...byId.values()].sort(compare);
}

function isOrdered(hits: readonly Hit[]): boolean {
  const ids = new Set<string>();
  let previous: Hit | undefined;
  for (const hit of hits) {
    if (ids.has(hit.event.id) || (previous !== undefined && compare(previous, hit) > 0)) return false;
    ids.add(hit.event.id);
    previous = hit;
  }
  return true;
}

function compare(a: Hit, b: Hit): number {
  return a.event.occurredAtMs - b.event.occurredAtMs || (a.event.id < b.event.id ? -1 : a.event.id > b.event.id ? 1 : 0);
}

/**
 * A repeated event may differ in small things, as when its time was corrected against another clock difference. Which copy
 * counts must not depend on the order they came in: the earlier one does, and between equals the smaller text.
 */
function isPreferred(hit: Hit, known: Hit): boolean {
  const difference = hit.event.occurredAtMs - known.event.occurredAtMs;
  return difference < 0 || (difference === 0 && JSON.stringify(hit) < JSON.stringify(known));
}
