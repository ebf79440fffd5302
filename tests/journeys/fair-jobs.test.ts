import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { Logger, run } from 'graphile-worker';
import { enqueueBatchJob } from '../../server/src/domain/batch-jobs/enqueue-batch-job.ts';
import { enqueueExport } from '../../server/src/domain/exports/enqueue-export.ts';
import { enqueueFollowFeed } from '../../server/src/domain/feeds/connect-list.ts';
import { enqueueRecount } from '../../server/src/domain/feeds/count-feeds.ts';
import { enqueueGoalRun } from '../../server/src/domain/goals/enqueue-goal-run.ts';
import { enqueueRefreshMatches } from '../../server/src/domain/icps/refresh-matches.ts';
import { enqueueLeadWindow } from '../../server/src/domain/leads/lead-windows.ts';
import { startReattribution } from '../../server/src/domain/reattribution/start-reattribution.ts';
import { enqueueRollupRebuild } from '../../server/src/domain/visits/request-rollup-rebuild.ts';
import { jobs } from '../../server/src/jobs/index.ts';
import { jobsAtOnce, longJobsAtOnce } from '../../server/src/worker/database-connections.ts';
import { until } from '../kit/events.ts';
import { startTestService } from '../kit/service.ts';

const service = await startTestService();
const { ctx, connection } = service;
const { db } = ctx;

type Payload = { accountId?: string; exportId?: string };

/**
 * Starts the runner of long or short jobs, with jobs of `busyId` that do not end until the returned function is called. Collects the jobs
 * that have started.
 */
async function startRunner({ isLong, busyId }: { isLong: boolean; busyId: string }) {
  const started: { name: string; id: string }[] = [];
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  const shared = jobs.filter((job) => job.ownConcurrency === undefined && (job.isLong ?? false) === isLong);
  const taskList = Object.fromEntries(
    shared.map(({ name }) => [
      name,
      async (payload: unknown) => {
        const { accountId, exportId } = payload as Payload;
        const id = accountId ?? exportId ?? '';
        started.push({ name, id });
        if (id === busyId) await isReleased;
      },
    ]),
  );
  const runner = await run({
    pgPool: connection.pool,
    taskList,
    concurrency: isLong ? longJobsAtOnce : jobsAtOnce,
    pollInterval: 50,
    noHandleSignals: true,
    logger: new Logger(() => () => {}),
  });
  return {
    started,
    async stop() {
      release();
      await until(async () => (await connection.pool.query('select 1 from graphile_worker._private_jobs limit 1')).rowCount === 0);
      await runner.stop();
    },
  };
}

test('long jobs of one account, such as those of several intervals, do not delay a correction in another account', async () => {
  await connection.pool.query('delete from graphile_worker._private_jobs');
  const [busy, other] = [await service.newAccount(), await service.newAccount()];
  const { accountId } = busy;
  for (const from of ['2026-01-01', '2026-02-01', '2026-03-01'])
    await enqueueLeadWindow(ctx, { accountId, from, to: '2026-09-30', usedAt: ctx.clock.now() });
  await enqueueRecount(ctx, accountId, new Date(0));
  await enqueueGoalRun(ctx, db, { accountId, goalId: randomUUID() });
  await enqueueGoalRun(ctx, db, { accountId, goalId: randomUUID() });
  await enqueueRefreshMatches(ctx, db, accountId, randomUUID());
  await enqueueRollupRebuild(ctx, db, accountId);
  await startReattribution(ctx, db, accountId, 'test', {});
  await startReattribution(ctx, db, other.accountId, 'test', {});
  const { started, stop } = await startRunner({ isLong: true, busyId: accountId });
  try {
    await until(async () => started.some(({ id }) => id === other.accountId));
    // The job that a user waits for runs first.
    assert.deepEqual(
      started.filter(({ id }) => id === accountId).map(({ name }) => name),
      ['refresh-matches-of-icp'],
    );
  } finally {
    await stop();
  }
  assert.equal(started.length, 10);
});

test('exports, batch jobs and lists of one account do not delay a batch job of another account', async () => {
  await connection.pool.query('delete from graphile_worker._private_jobs');
  const [busy, other] = [await service.newAccount(), await service.newAccount()];
  const { accountId } = busy;
  // The payload of an export has no account, so the id of the account stands for it.
  await enqueueExport(ctx, db, accountId, accountId);
  for (let count = 0; count < 2; count++) await enqueueBatchJob(ctx, db, accountId, randomUUID());
  for (const list of ['1', '2']) await enqueueFollowFeed(ctx, db, accountId, list);
  await enqueueBatchJob(ctx, db, other.accountId, randomUUID());
  const { started, stop } = await startRunner({ isLong: false, busyId: accountId });
  try {
    await until(async () => started.some(({ id }) => id === other.accountId));
    assert.equal(started.filter(({ id }) => id === accountId).length, 1);
  } finally {
    await stop();
  }
  assert.equal(started.length, 6);
});
