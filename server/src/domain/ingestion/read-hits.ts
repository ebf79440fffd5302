import { entriesOf } from '../../lib/entries-of.ts';
import type { Batch, PipelineContext } from './batch.ts';
import { buildHits, listSaltedDays } from './build-hits.ts';
import { dayOfReceipt, deleteRows, entriesOfRow } from './event-queue/queue-rows.ts';
import { loadOrCreateSalts } from './load-or-create-salts.ts';
import { mayBeCookielessId } from './visitor-id.ts';

/**
 * Takes the batch from the event queue. If a sender supplied a visitor id that may belong to another lane, takes nothing: all lanes must be
 * locked first, so that no two workers process the same visitor.
 */
export async function readHits(ctx: PipelineContext, batch: Batch): Promise<void> {
  const { trx, lane, rows, rules, tally, holdsAllLanes } = batch;
  const entries = rows.flatMap(entriesOfRow);
  if (!holdsAllLanes && entries.some(({ visitorId }) => visitorId !== null && mayBeCookielessId(visitorId))) {
    batch.stop = 'needs all lanes';
    return;
  }
  await deleteRows(trx, lane, rows);
  for (const { received_at, events } of rows) tally.receive(dayOfReceipt(received_at), events);
  for (const { receivedOn, refused } of entries) {
    for (const [reason, events] of entriesOf(refused ?? {})) tally.count(receivedOn, reason, events);
  }
  batch.requests = entries.length;
  batch.received = buildHits(rules, entries, await loadOrCreateSalts(ctx, listSaltedDays(rules, entries)));
}
