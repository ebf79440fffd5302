import { itemAt } from '../../lib/item-at.ts';
import { mayExceedLimit, mergeWindowOfDays } from './hit-limit.ts';
import { loadVisitsInWindow } from './load-visits-in-window.ts';
import { mergeWindowOf } from './merge-window.ts';
import type { VisitMerge } from './visit-merge.ts';

/** Loads the visits that can change. For visitors who may exceed the daily limit of hits, loads all visits on the days of the new hits. */
export async function loadAffectedVisits(merge: VisitMerge): Promise<void> {
  const { trx, rules, pages, visitors } = merge;
  const requests = visitors.map(({ id, hits, cachedVisits }) => ({ visitorId: id, window: mergeWindowOf(hits), cachedVisits }));
  const loaded = await loadVisitsInWindow(trx, rules.accountId, requests, pages);
  merge.loaded = loaded;
  const full = loaded.flatMap(({ visits }, index) => (mayExceedLimit(visits, itemAt(visitors, index).hits.length) ? index : []));
  if (full.length === 0) return;
  const wider = await loadVisitsInWindow(
    trx,
    rules.accountId,
    full.map((at) => ({ ...itemAt(requests, at), window: mergeWindowOfDays(itemAt(visitors, at).hits, itemAt(requests, at).window) })),
    pages,
  );
  for (const [position, at] of full.entries()) merge.loaded[at] = { ...itemAt(wider, position), isFull: true };
}
