import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { Logger, runOnce } from 'graphile-worker';
import { enqueueBatchJob } from '../../server/src/domain/batch-jobs/enqueue-batch-job.ts';
import { enqueueExport } from '../../server/src/domain/exports/enqueue-export.ts';
import { followFeedJobName } from '../../server/src/domain/feeds/connect-list.ts';
import { enqueueImport, importJobName } from '../../server/src/domain/imports/enqueue-import.ts';
import { startTestService } from '../kit/service.ts';

const service = await startTestService();

test('several imports of an account do not delay the import of another account', { timeout: 30_000 }, async () => {
  const { ctx, connection } = service;
  for (const [accountId, importId] of [
    ['1', 'first'],
    ['1', 'second'],
    ['2', 'other'],
  ] as const)
    await enqueueImport(ctx, ctx.db, accountId, importId);
  const ran: unknown[] = [];
  const other = Promise.withResolvers<void>();
  const task = async (payload: unknown) => {
    const { accountId, importId } = payload as { accountId: string; importId: string };
    // The first import occupies its worker until the import of the other account has run.
    if (accountId === '1') await other.promise;
    else other.resolve();
    ran.push(importId);
  };
  const taskList = { [importJobName]: task };
  const options = { pgPool: connection.pool, taskList, concurrency: 2, logger: new Logger(() => () => {}), noHandleSignals: true };
  while (ran.length < 3) await runOnce(options);
  assert.deepEqual(ran, ['other', 'first', 'second']);
});

test('jobs that a user waits for run before background jobs that were queued earlier', async () => {
  const { ctx, connection } = service;
  const ran: string[] = [];
  for (const listNumber of ['1', '2', '3']) await ctx.jobs.add(ctx.db, followFeedJobName, { accountId: '1', listNumber });
  await enqueueExport(ctx, ctx.db, '1', randomUUID());
  // Of another account: jobs of one account share a queue, which Graphile Worker frees shortly after a job, without waiting for it.
  await enqueueBatchJob(ctx, ctx.db, '2', randomUUID());
  const names = [followFeedJobName, 'make-export', 'run-batch-job'];
  const taskList = Object.fromEntries(names.map((name) => [name, async () => void ran.push(name)]));
  await runOnce({ pgPool: connection.pool, taskList, concurrency: 1, logger: new Logger(() => () => {}), noHandleSignals: true });
  assert.deepEqual(ran, ['make-export', 'run-batch-job', followFeedJobName, followFeedJobName, followFeedJobName]);
});
