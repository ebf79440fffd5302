import { firstOf } from '../../../lib/first-of.ts';
import { isTransientError } from '../../../lib/transient-error.ts';
import { type Lane, lockLanes } from '../../events/lanes.ts';
import { lookUpHostNames } from '../../reattribution/look-up-host-names.ts';
import { loadAccountRules } from '../../visits/account-rules.ts';
import { createBatch, type PipelineContext } from '../batch.ts';
import { addDeadLetter } from '../event-queue/add-dead-letter.ts';
import { type BatchSize, dayOfReceipt, deleteRows, type QueueRow, readLane } from '../event-queue/queue-rows.ts';
import { unpackRows } from '../event-queue/unpack-rows.ts';
import { OutcomeTally } from '../outcome-tally.ts';
import { runPipeline } from '../pipeline.ts';

/** Large enough to amortize about a dozen queries per batch, small enough to finish quickly. */
const maxBatch: BatchSize = { rows: 2000, events: 4000 };
const oneRow: BatchSize = { rows: 1, events: 1 };

/**
 * Processes the waiting events of a lane. Returns the number of requests processed (of queue rows if the account was deleted): 0 if the
 * lane is empty or another worker holds it. If a batch fails, its requests are processed one by one and those that fail again become dead
 * letters, so one faulty request does not block its lane.
 */
export async function handleLane(ctx: PipelineContext, lane: Lane): Promise<number> {
  let batchRows: QueueRow[] = [];
  try {
    return await handleBatch(ctx, lane, maxBatch, (rows) => {
      batchRows = rows;
    });
  } catch (error) {
    if (isTransientError(error)) throw error;
    ctx.log.error({ err: error, ...lane }, 'A batch of events failed; processing its requests one by one');
    await unpackRows(ctx, lane, batchRows);
    return handleOneByOne(ctx, lane);
  }
}

async function handleOneByOne(ctx: PipelineContext, lane: Lane): Promise<number> {
  let handled = 0;
  for (; handled < maxBatch.events; handled++) {
    let id: string | undefined;
    try {
      const note = (rows: QueueRow[]) => {
        id = firstOf(rows).id;
      };
      if ((await handleBatch(ctx, lane, oneRow, note)) === 0) break;
    } catch (error) {
      if (id === undefined || isTransientError(error)) throw error;
      await addDeadLetter(ctx, lane, id, error);
    }
  }
  return handled;
}

type OnRead = (rows: QueueRow[]) => void;

async function handleBatch(ctx: PipelineContext, lane: Lane, size: BatchSize, onRead: OnRead): Promise<number> {
  const handled = await handleRows(ctx, lane, size, onRead, false);
  if (handled !== 'needs all lanes') return handled;
  const again = await handleRows(ctx, lane, size, onRead, true);
  if (again === 'needs all lanes') throw new Error('The batch needs all lanes although they are locked.');
  return again;
}

/**
 * The lane is locked until the transaction ends, so no other worker touches its visitors. Deleting from the event queue and writing visits is one
 * transaction, so each event is stored exactly once.
 */
async function handleRows(
  ctx: PipelineContext,
  lane: Lane,
  size: BatchSize,
  onRead: OnRead,
  holdsAllLanes: boolean,
): Promise<number | 'needs all lanes'> {
  const seenAddresses = new Set<string>();
  const onCommitted: (() => void)[] = [];
  const handled = await ctx.db.transaction().execute(async (trx) => {
    if (holdsAllLanes) await lockLanes(trx, lane.accountId);
    const read = await readLane(trx, lane, size);
    if (read === null) return 0;
    const { claim, rows } = read;
    onRead(rows);
    const rules = await loadAccountRules(trx, lane.accountId);
    if (rules === null) {
      const tally = new OutcomeTally();
      for (const { received_at, events } of rows) {
        tally.receive(dayOfReceipt(received_at), events);
        tally.count(dayOfReceipt(received_at), 'account_gone', events);
      }
      await deleteRows(trx, lane, rows);
      await tally.write(trx, ctx, lane);
      onCommitted.push(() => tally.addTo(ctx.counts));
      return rows.length;
    }
    const batch = createBatch({ trx, lane, rules, rows, holdsAllLanes, remembered: ctx.memory.visitors.at(lane, claim) });
    if ((await runPipeline(ctx, batch)) === 'needs all lanes') return 'needs all lanes';
    await batch.tally.write(trx, ctx, lane);
    onCommitted.push(
      () => batch.tally.addTo(ctx.counts),
      () => ctx.memory.visitors.keep(lane, claim, batch.changedVisitors),
      ...batch.onCommitted,
    );
    for (const { hit } of batch.kept) {
      if (hit.ip !== null && rules.processing.ip_storage !== 'none') seenAddresses.add(hit.ip);
    }
    return batch.requests;
  });
  for (const callback of onCommitted) callback();
  // Reverse DNS is slow, so nothing waits for it.
  lookUpHostNames(ctx, lane.accountId, seenAddresses).catch((error) => ctx.log.warn({ err: error }, 'Host name lookups failed'));
  return handled;
}
