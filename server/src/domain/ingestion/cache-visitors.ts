import type { CachedVisits } from '../visits/visitor-cache.ts';
import type { Batch, PipelineContext } from './batch.ts';

/** Passes the current visits to the worker's cache. Visits that were re-evaluated will be read from the database. */
export function cacheVisitors(_ctx: PipelineContext, batch: Batch): void {
  const { visitors, kept, workplaces, merge, reevaluatedVisitors, changedVisitors } = batch;
  const identified = new Set(workplaces.keys());
  for (const { id, known } of visitors) if (known !== null) identified.add(id);
  for (const { hit } of kept) if (hit.event.email !== null) identified.add(hit.visitorId);
  for (const { id, sinceMs, visits, seen } of merge?.merged ?? []) {
    const cached: CachedVisits = { sinceMs, visits, anonymousSeen: identified.has(id) ? undefined : seen };
    changedVisitors.set(id, reevaluatedVisitors.has(id) ? null : cached);
  }
}
