import type { Batch, PipelineContext } from '../batch.ts';
import { storeEventIds } from './store-event-ids.ts';

/** Deduplication: stores the event ids and drops events whose id is already stored. */
export async function dropDuplicates(ctx: PipelineContext, batch: Batch): Promise<void> {
  const { trx, rules, tally, kept } = batch;
  batch.kept = await storeEventIds(trx, ctx, rules.accountId, kept);
  if (batch.kept.length < kept.length) {
    const isNew = new Set(batch.kept);
    for (const item of kept) if (!isNew.has(item)) tally.count(item.hit.receivedOn, 'duplicate');
  }
  if (batch.kept.length === 0) batch.stop = 'nothing left';
}
