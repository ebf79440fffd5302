import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WorkerState } from '../domain/worker-state.ts';
import { sendDeliveryJob } from './send-delivery.ts';

/** Returns a function that runs the job of a message which is never delivered, and the messages that were postponed. */
function slowReceivers() {
  const postponed: { id: string; runAt: Date }[] = [];
  const never = new Promise<never>(() => {});
  const now = new Date('2026-11-18T12:00:00Z');
  const ctx = {
    clock: { now: () => now },
    jobs: { add: async (_: unknown, __: string, { id }: { id: string }, { runAt }: { runAt: Date }) => void postponed.push({ id, runAt }) },
    outgoing: {},
    workerState: new WorkerState(),
    // A job that is not postponed reads its message first. This query never returns, so the delivery stays in progress.
    db: { getExecutor: () => ({ transformQuery: () => never, compileQuery: () => never, executeQuery: () => never }) },
  };
  const send = (accountId: string, id: string) =>
    Promise.race([sendDeliveryJob.run(ctx as never, { accountId, id }), new Promise(setImmediate)]);
  return { send, postponed, now };
}

test('an account with slow receivers has two deliveries in progress at a time, and does not delay those of other accounts', async () => {
  const { send, postponed } = slowReceivers();
  for (const id of ['a', 'b', 'c', 'd']) await send('1', id);
  await send('2', 'e');
  assert.deepEqual(
    postponed.map(({ id }) => id),
    ['c', 'd'],
  );
});

test('messages that wait for a slow receiver are not all checked again at the same time', async () => {
  const { send, postponed, now } = slowReceivers();
  for (let id = 0; id < 1002; id++) await send('1', String(id));
  const seconds = postponed.map(({ runAt }) => Math.floor((runAt.getTime() - now.getTime()) / 1000));
  const perSecond = [...Map.groupBy(seconds, (second) => second).values()].map(({ length }) => length);
  assert.deepEqual([postponed.length, Math.min(...seconds), Math.max(...perSecond)], [1000, 2, 4]);
});
