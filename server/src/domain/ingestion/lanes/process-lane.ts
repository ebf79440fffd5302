import type { Transaction } from 'kysely';
import type { DB } from '../../../db/schema.ts';
import { combineStatements } from '../../../lib/combined-statements.ts';
import { transactionWithConcurrentStatements } from '../../../lib/concurrent-statements.ts';
import { errorCode } from '../../../lib/error-code.ts';
import { firstOf } from '../../../lib/first-of.ts';
import { isTransientError } from '../../../lib/transient-error.ts';
import { type Lane, lockAccounts, lockLanes } from '../../lanes/lanes.ts';
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

/** A deadlock or a serialization failure. */
const conflicts = new Set(['40P01', '40001']);

/**
 * Processes the waiting events of a lane. Returns the number of requests processed (of queue rows if the account was deleted): 0 if the
 * lane is empty, another worker holds it, or the transaction conflicted with another one and must be repeated. If a batch fails, its
 * requests are processed one by one and those that fail again become dead letters, so one faulty request does not block its lane.
 */
export async function processLane(ctx: PipelineContext, lane: Lane): Promise<number> {
  let batchRows: QueueRow[] = [];
  try {
    return await processBatch(ctx, lane, maxBatch, (rows) => {
      batchRows = rows;
    });
  } catch (error) {
    // Expected under load, and no reason to stop the worker.
    if (conflicts.has(errorCode(error) ?? '')) {
      ctx.log.warn({ err: error, ...lane }, 'A batch of events conflicted with another transaction; repeating it');
      return 0;
    }
    if (isTransientError(error)) throw error;
    ctx.log.error({ err: error, ...lane }, 'A batch of events failed; processing its requests one by one');
    await unpackRows(ctx, lane, batchRows);
    return processOneByOne(ctx, lane);
  }
}

/** Smaller than `maxBatch`, so that a lane with many waiting events does not delay the other lanes of the transaction. */
const maxSharedBatch: BatchSize = { rows: 200, events: 400 };

/**
 * Processes lanes of different accounts in one transaction: each has its own batch, and the statements of all batches are combined. On a
 * cluster, where accounts are on different nodes, the batches only share the round trips. If one of the batches fails, each lane is
 * processed separately.
 */
export async function processLanes(ctx: PipelineContext, lanes: readonly Lane[]): Promise<number> {
  const [only] = lanes;
  if (only !== undefined && lanes.length === 1) return processLane(ctx, only);
  const batches = lanes.map((lane) => ({ lane, committed: { callbacks: [], seenAddresses: new Set<string>() } }));
  let remaining: readonly Lane[] = [];
  let processed = 0;
  try {
    const results = await transactionWithConcurrentStatements(ctx.db, async (trx, combiner) => {
      const { free, isCluster } = await lockAccounts(trx, lanes);
      if (!isCluster) combineStatements(trx, combiner);
      const options = { size: maxSharedBatch, onRead: () => {}, holdsAllLanes: false };
      const settled = await Promise.allSettled(
        batches.map(({ lane, committed }) => (free.has(lane.accountId) ? writeBatch(ctx, trx, lane, { ...options, committed }) : 0)),
      );
      return settled.map((result) => {
        if (result.status === 'rejected') throw result.reason;
        return result.value;
      });
    });
    for (const { lane, committed } of batches) runAfterCommit(ctx, lane, committed);
    remaining = lanes.filter((_, index) => results[index] === 'needs all lanes');
    for (const result of results) if (result !== 'needs all lanes') processed += result;
  } catch (error) {
    ctx.log.warn(
      { err: error, lanes: lanes.length },
      'A transaction with events of several accounts failed; processing each account separately',
    );
    remaining = lanes;
  }
  const failures: unknown[] = [];
  for (const lane of remaining) {
    try {
      processed += await processLane(ctx, lane);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures.length === 1 ? failures[0] : new AggregateError(failures);
  return processed;
}

async function processOneByOne(ctx: PipelineContext, lane: Lane): Promise<number> {
  let processed = 0;
  for (; processed < maxBatch.events; processed++) {
    let id: string | undefined;
    try {
      const storeId = (rows: QueueRow[]) => {
        id = firstOf(rows).id;
      };
      if ((await processBatch(ctx, lane, oneRow, storeId)) === 0) break;
    } catch (error) {
      if (id === undefined || isTransientError(error)) throw error;
      await addDeadLetter(ctx, lane, id, error);
    }
  }
  return processed;
}

type OnRead = (rows: QueueRow[]) => void;

async function processBatch(ctx: PipelineContext, lane: Lane, size: BatchSize, onRead: OnRead): Promise<number> {
  const processed = await processRows(ctx, lane, size, onRead, false);
  if (processed !== 'needs all lanes') return processed;
  const retried = await processRows(ctx, lane, size, onRead, true);
  if (retried === 'needs all lanes') throw new Error('The batch needs all lanes although they are locked.');
  return retried;
}

/** Work that follows the commit of a batch. */
type Committed = { callbacks: (() => void)[]; seenAddresses: Set<string> };

async function processRows(
  ctx: PipelineContext,
  lane: Lane,
  size: BatchSize,
  onRead: OnRead,
  holdsAllLanes: boolean,
): Promise<number | 'needs all lanes'> {
  const committed: Committed = { callbacks: [], seenAddresses: new Set() };
  const processed = await ctx.db.transaction().execute(async (trx) => {
    if (holdsAllLanes) await lockLanes(trx, lane.accountId);
    return writeBatch(ctx, trx, lane, { size, onRead, holdsAllLanes, committed });
  });
  runAfterCommit(ctx, lane, committed);
  return processed;
}

type BatchOptions = { size: BatchSize; onRead: OnRead; holdsAllLanes: boolean; committed: Committed };

/**
 * Processes one batch of a lane. The lane is locked until the transaction ends, so no other worker changes its visitors. Events are deleted
 * from the queue and visits are written in the same transaction, so each event is stored exactly once.
 */
async function writeBatch(
  ctx: PipelineContext,
  trx: Transaction<DB>,
  lane: Lane,
  { size, onRead, holdsAllLanes, committed }: BatchOptions,
): Promise<number | 'needs all lanes'> {
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
    committed.callbacks.push(() => tally.addTo(ctx.counts));
    return rows.length;
  }
  const batch = createBatch({ trx, lane, rules, rows, holdsAllLanes, cachedVisits: ctx.workerState.visitorCache.lookupAt(lane, claim) });
  if ((await runPipeline(ctx, batch)) === 'needs all lanes') return 'needs all lanes';
  await batch.tally.write(trx, ctx, lane);
  committed.callbacks.push(
    () => batch.tally.addTo(ctx.counts),
    () => ctx.workerState.visitorCache.store(lane, claim, batch.changedVisitors),
    ...batch.onCommitted,
  );
  for (const { hit } of batch.kept) {
    if (hit.ip !== null && rules.processing.ip_storage !== 'none') committed.seenAddresses.add(hit.ip);
  }
  return batch.requests;
}

function runAfterCommit(ctx: PipelineContext, lane: Lane, { callbacks, seenAddresses }: Committed) {
  for (const callback of callbacks) callback();
  // Not awaited, because reverse DNS is slow.
  lookUpHostNames(ctx, lane.accountId, seenAddresses).catch((error) => ctx.log.warn({ err: error }, 'Hostname lookups failed'));
}
