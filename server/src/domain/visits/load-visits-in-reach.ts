import { itemAt } from '../../lib/item-at.ts';
import { mayExceedLimit, reachOfDays } from './hit-limit.ts';
import { loadReach } from './load-reach.ts';
import { reachOf } from './reach.ts';
import type { VisitMerge } from './visit-merge.ts';

/** Loads the visits that can change. For visitors who may exceed the daily limit of hits, loads all visits on the days of the new hits. */
export async function loadVisitsInReach(merge: VisitMerge): Promise<void> {
  const { trx, rules, pages, visitors } = merge;
  const requests = visitors.map(({ id, hits, cachedVisits }) => ({ visitorId: id, reach: reachOf(hits), cachedVisits }));
  const reached = await loadReach(trx, rules.accountId, requests, pages);
  merge.reached = reached;
  const full = reached.flatMap(({ visits }, index) => (mayExceedLimit(visits, itemAt(visitors, index).hits.length) ? index : []));
  if (full.length === 0) return;
  const wider = await loadReach(
    trx,
    rules.accountId,
    full.map((at) => ({ ...itemAt(requests, at), reach: reachOfDays(itemAt(visitors, at).hits, itemAt(requests, at).reach) })),
    pages,
  );
  for (const [position, at] of full.entries()) merge.reached[at] = { ...itemAt(wider, position), isFull: true };
}
