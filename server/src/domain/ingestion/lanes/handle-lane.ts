import type { Transaction } from 'kysely';
import type { DB } from '../../../db/schema.ts';
import { combineStatements } from '../../../lib/combined-statements.ts';
import { transactionWithConcurrentStatements } from '../../../lib/concurrent-statements.ts';
import { firstOf } from '../../../lib/first-of.ts';
import { getOrThrow } from '../../../lib/get-or-throw.ts';
import { itemAt } from '../../../lib/item-at.ts';
import { isTransientError } from '../../../lib/transient-error.ts';
import { type Lane, lockAccounts, lockLanes } from '../../lanes/lanes.ts';
import { lookUpHostNames } from '../../reattribution/look-up-host-names.ts';
import { loadAccountRules } from '../../visits/account-rules.ts';
import { type Batch, createBatch, type PipelineContext } from '../batch.ts';
import { addDeadLetter } from '../event-queue/add-dead-letter.ts';
import { type BatchSize, dayOfReceipt, deleteRows, type LaneRead, type QueueRow, readLanes } from '../event-queue/queue-rows.ts';
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
    return await handleBatch(ctx, [lane], maxBatch, (rows) => {
      batchRows = rows;
    });
  } catch (error) {
    if (isTransientError(error)) throw error;
    ctx.log.error({ err: error, ...lane }, 'A batch of events failed; processing its requests one by one');
    await unpackRows(ctx, lane, batchRows);
    return handleOneByOne(ctx, lane);
  }
}

/** Smaller than `maxBatch`, so that an account with many waiting events does not delay the others of the transaction. */
const maxSharedBatch: BatchSize = { rows: 200, events: 400 };

/**
 * Processes lanes in one transaction. Lanes of the same account share a batch, which writes each lead and each row of the rollups once for
 * all of them. If it fails, each lane is processed separately.
 */
export async function handleLanes(ctx: PipelineContext, lanes: readonly Lane[]): Promise<number> {
  const [first] = lanes;
  if (first === undefined) return 0;
  if (lanes.length === 1) return handleLane(ctx, first);
  const byAccount = [...Map.groupBy(lanes, ({ accountId }) => accountId).values()];
  let handled = 0;
  let separately = lanes;
  try {
    if (byAccount.length === 1) return await handleBatch(ctx, lanes, dividedAmong(lanes, maxBatch), () => {});
    ({ handled, separately } = await handleAccounts(ctx, byAccount));
  } catch (error) {
    ctx.log.warn({ err: error, lanes: lanes.length }, 'A transaction with events of several lanes failed; processing each lane separately');
  }
  return handled + (await handleSeparately(ctx, separately));
}

function dividedAmong(lanes: readonly Lane[], { rows, events }: BatchSize): BatchSize {
  return { rows: Math.ceil(rows / lanes.length), events: Math.ceil(events / lanes.length) };
}

/**
 * Processes lanes of different accounts in one transaction: each account has its own batch, and the statements of all batches are combined.
 * On a cluster, where accounts are on different nodes, the batches only share the round trips. Also returns the lanes whose batch must be
 * processed separately.
 */
async function handleAccounts(
  ctx: PipelineContext,
  accounts: readonly Lane[][],
): Promise<{ handled: number; separately: readonly Lane[] }> {
  const batches = accounts.map((lanes) => ({
    lanes,
    accountId: firstOf(lanes).accountId,
    committed: { callbacks: [], seenAddresses: new Set<string>() },
  }));
  const results = await transactionWithConcurrentStatements(ctx.db, async (trx, combiner) => {
    const { free, isCluster } = await lockAccounts(
      trx,
      batches.map(({ accountId }) => accountId),
    );
    if (!isCluster) combineStatements(trx, combiner);
    const settled = await Promise.allSettled(
      batches.map(({ lanes, accountId, committed }) => {
        const size = dividedAmong(lanes, maxSharedBatch);
        return free.has(accountId) ? writeBatch(ctx, trx, lanes, { size, onRead: () => {}, holdsAllLanes: false, committed }) : 0;
      }),
    );
    return settled.map((result) => {
      if (result.status === 'rejected') throw result.reason;
      return result.value;
    });
  });
  let handled = 0;
  const separately: Lane[] = [];
  for (const [index, { lanes, accountId, committed }] of batches.entries()) {
    finish(ctx, accountId, committed);
    const result = itemAt(results, index);
    if (result === 'needs all lanes') separately.push(...lanes);
    else handled += result;
  }
  return { handled, separately };
}

/** A failing lane does not block the others; its error is thrown at the end. */
async function handleSeparately(ctx: PipelineContext, lanes: readonly Lane[]): Promise<number> {
  let handled = 0;
  const failures: unknown[] = [];
  for (const lane of lanes) {
    try {
      handled += await handleLane(ctx, lane);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  return handled;
}

async function handleOneByOne(ctx: PipelineContext, lane: Lane): Promise<number> {
  let handled = 0;
  for (; handled < maxBatch.events; handled++) {
    let id: string | undefined;
    try {
      const rememberId = (rows: QueueRow[]) => {
        id = firstOf(rows).id;
      };
      if ((await handleBatch(ctx, [lane], oneRow, rememberId)) === 0) break;
    } catch (error) {
      if (id === undefined || isTransientError(error)) throw error;
      await addDeadLetter(ctx, lane, id, error);
    }
  }
  return handled;
}

type OnRead = (rows: QueueRow[]) => void;

/** Processes one batch of lanes of an account. */
async function handleBatch(ctx: PipelineContext, lanes: readonly Lane[], size: BatchSize, onRead: OnRead): Promise<number> {
  const handled = await handleRows(ctx, lanes, size, onRead, false);
  if (handled !== 'needs all lanes') return handled;
  const again = await handleRows(ctx, lanes, size, onRead, true);
  if (again === 'needs all lanes') throw new Error('The batch needs all lanes although they are locked.');
  return again;
}

/** Work that follows the commit of a batch. */
type Committed = { callbacks: (() => void)[]; seenAddresses: Set<string> };

async function handleRows(
  ctx: PipelineContext,
  lanes: readonly Lane[],
  size: BatchSize,
  onRead: OnRead,
  holdsAllLanes: boolean,
): Promise<number | 'needs all lanes'> {
  const committed: Committed = { callbacks: [], seenAddresses: new Set() };
  const handled = await ctx.db.transaction().execute(async (trx) => {
    const { accountId } = firstOf(lanes);
    if (holdsAllLanes) await lockLanes(trx, accountId);
    return writeBatch(ctx, trx, lanes, { size, onRead, holdsAllLanes, committed });
  });
  finish(ctx, firstOf(lanes).accountId, committed);
  return handled;
}

type BatchOptions = { size: BatchSize; onRead: OnRead; holdsAllLanes: boolean; committed: Committed };

/**
 * Processes one batch of lanes of an account. The lanes are locked until the transaction ends, so no other worker changes their visitors.
 * Events are deleted from the queue and visits are written in the same transaction, so each event is stored exactly once.
 */
async function writeBatch(
  ctx: PipelineContext,
  trx: Transaction<DB>,
  lanes: readonly Lane[],
  { size, onRead, holdsAllLanes, committed }: BatchOptions,
): Promise<number | 'needs all lanes'> {
  const reads = await readLanes(trx, lanes, size);
  const [read] = reads;
  if (read === undefined) return 0;
  const rows = reads.flatMap((one) => one.rows);
  onRead(rows);
  const rules = await loadAccountRules(trx, read.lane.accountId);
  if (rules === null) {
    const tally = new OutcomeTally();
    for (const { received_at, events } of rows) {
      tally.receive(dayOfReceipt(received_at), events);
      tally.count(dayOfReceipt(received_at), 'account_gone', events);
    }
    await deleteRows(trx, reads);
    await tally.write(trx, ctx, read.lane);
    committed.callbacks.push(() => tally.addTo(ctx.counts));
    return rows.length;
  }
  const batch = createBatch({ trx, rules, reads, holdsAllLanes, cachedVisits: cachedVisitsOf(ctx, reads) });
  if ((await runPipeline(ctx, batch)) === 'needs all lanes') return 'needs all lanes';
  await batch.tally.write(trx, ctx, read.lane);
  committed.callbacks.push(
    () => batch.tally.addTo(ctx.counts),
    () => cacheVisitors(ctx, batch),
    ...batch.onCommitted,
  );
  for (const { hit } of batch.kept) {
    if (hit.ip !== null && rules.processing.ip_storage !== 'none') committed.seenAddresses.add(hit.ip);
  }
  return batch.requests;
}

function cachedVisitsOf({ workerState }: PipelineContext, reads: readonly LaneRead[]): Batch['cachedVisits'] {
  const lookups = new Map(reads.map(({ lane, claim }) => [lane.lane, workerState.visitorCache.lookupAt(lane, claim)]));
  return (visitorId, lane) => getOrThrow(lookups, lane)(visitorId);
}

function cacheVisitors({ workerState }: PipelineContext, { reads, changedVisitors }: Batch) {
  for (const { lane, claim } of reads) workerState.visitorCache.store(lane, claim, changedVisitors.get(lane.lane) ?? new Map());
}

function finish(ctx: PipelineContext, accountId: string, { callbacks, seenAddresses }: Committed) {
  for (const callback of callbacks) callback();
  // Not awaited, because reverse DNS is slow.
  lookUpHostNames(ctx, accountId, seenAddresses).catch((error) => ctx.log.warn({ err: error }, 'Hostname lookups failed'));
}
