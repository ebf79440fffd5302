import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WorkerState } from '../domain/worker-state.ts';
import { jobs } from './index.ts';
import { sendDeliveryJob } from './send-delivery.ts';

test('an account with slow receivers has two deliveries in progress at a time, and does not delay those of other accounts', async () => {
  const postponed: string[] = [];
  const never = new Promise<never>(() => {});
  const ctx = {
    clock: { now: () => new Date() },
    jobs: { add: async (_: unknown, __: string, { id }: { id: string }) => void postponed.push(id) },
    outgoing: {},
    workerState: new WorkerState(),
    // A job that is not postponed reads its message first. This query never returns, so the delivery stays in progress.
    db: { getExecutor: () => ({ transformQuery: () => never, compileQuery: () => never, executeQuery: () => never }) },
  };
  const send = (accountId: string, id: string) =>
    Promise.race([sendDeliveryJob.run(ctx as never, { accountId, id }), new Promise(setImmediate)]);
  for (const id of ['a', 'b', 'c', 'd']) await send('1', id);
  await send('2', 'e');
  assert.deepEqual(postponed, ['c', 'd']);
});

test('each slow job has a separate runner', () => {
  const separate = jobs.filter((job) => job.ownConcurrency !== undefined).map(({ name }) => name);
  assert.deepEqual(separate.sort(), [
    'back-up',
    'load-site-icon',
    'mail-notification',
    'mail-password-reset',
    'push-automation',
    'run-record-job',
    'send-delivery',
    'send-digest',
    'work-on-import',
  ]);
});
