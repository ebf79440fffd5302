import type { Batch, PipelineContext } from '../batch.ts';
import { noteEventIds } from './note-event-ids.ts';

/** Notes the ids of the events, and drops those that were noted before. */
export async function dropDuplicates(ctx: PipelineContext, batch: Batch): Promise<void> {
  const { trx, rules, tally, kept } = batch;
  batch.kept = await noteEventIds(trx, ctx, rules.accountId, kept);
  if (batch.kept.length < kept.length) {
    const isNew = new Set(batch.kept);
    for (const one of kept) if (!isNew.has(one)) tally.count(one.hit.receivedOn, 'duplicate');
  }
  if (batch.kept.length === 0) batch.stop = 'nothing left';
}
