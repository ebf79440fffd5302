import { getOrThrow } from '../../lib/get-or-throw.ts';
import { itemAt } from '../../lib/item-at.ts';
import type { CachedVisits } from '../visits/visitor-cache.ts';
import type { Batch, PipelineContext } from './batch.ts';

/** Passes the current visits to the worker's cache. Visits that were re-evaluated will be read from the database. */
export function cacheVisitors(_ctx: PipelineContext, batch: Batch): void {
  const { reads, received, visitors, kept, workplaces, merge, reevaluatedVisitors, changedVisitors } = batch;
  const identified = new Set(workplaces.keys());
  for (const { id, known } of visitors) if (known !== null) identified.add(id);
  for (const { hit } of kept) if (hit.event.email !== null) identified.add(hit.visitorId);
  for (const { lane } of reads) changedVisitors.set(lane.lane, new Map());
  const lanes = new Map(received.visitorIds.map((id, index) => [id, itemAt(received.visitorLanes, index)]));
  for (const { id, sinceMs, visits, seen } of merge?.merged ?? []) {
    const cached: CachedVisits = { sinceMs, visits, anonymousSeen: identified.has(id) ? undefined : seen };
    getOrThrow(changedVisitors, getOrThrow(lanes, id)).set(id, reevaluatedVisitors.has(id) ? null : cached);
  }
}
