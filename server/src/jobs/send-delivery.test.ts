import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WorkerState } from '../domain/worker-state.ts';
import { jobs } from './index.ts';
import { sendDeliveryJob } from './send-delivery.ts';

test('an account with slow receivers sends two messages at a time and does not delay other accounts', async () => {
  const requests: string[] = [];
  const waiting: string[] = [];
  const never = new Promise<never>(() => {});
  const ctx = {
    clock: { now: () => new Date() },
    jobs: { add: async (_: unknown, __: string, { id }: { id: string }) => void waiting.push(id) },
    // A job that gets this far would send; it reads the message first.
    outgoing: {},
    workerState: new WorkerState(),
    db: { getExecutor: () => ({ transformQuery: () => never, compileQuery: () => never, executeQuery: () => never }) },
  };
  const send = (accountId: string, id: string) => {
    requests.push(id);
    return Promise.race([sendDeliveryJob.run(ctx as never, { accountId, id }), new Promise(setImmediate)]);
  };
  for (const id of ['a', 'b', 'c', 'd']) await send('1', id);
  await send('2', 'e');
  assert.deepEqual([requests.length, waiting], [5, ['c', 'd']]);
});

test('slow jobs have separate runners', () => {
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
