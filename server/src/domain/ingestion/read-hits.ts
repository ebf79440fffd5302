import type { DropReason } from '../events/drop-reasons.ts';
import type { Batch, PipelineContext } from './batch.ts';
import { dayOfReceipt, deleteRows, entriesOfRow } from './inbox/take-rows.ts';
import { makeHits } from './make-hits.ts';
import { isLikeOurs } from './visitor-id.ts';

/**
 * Takes the batch out of the inbox. Where a sender named a visitor id that may belong to another lane, it leaves everything there: all
 * lanes must be locked then, so that no two workers handle that visitor.
 */
export async function readHits(ctx: PipelineContext, batch: Batch): Promise<void> {
  const { trx, lane, rows, rules, tally, holdsAllLanes } = batch;
  const entries = rows.flatMap(entriesOfRow);
  if (!holdsAllLanes && entries.some(({ visitorId }) => visitorId !== null && isLikeOurs(visitorId))) {
    batch.stop = 'needs all lanes';
    return;
  }
  await deleteRows(trx, lane, rows);
  for (const { received_at, events } of rows) tally.receive(dayOfReceipt(received_at), events);
  for (const { receivedOn, refused } of entries) {
    for (const [reason, events] of Object.entries(refused ?? {})) tally.count(receivedOn, reason as DropReason, events);
  }
  batch.requests = entries.length;
  batch.received = await makeHits(ctx, rules, entries);
}
