import { EventEmitter } from 'node:events';
import { type Runner, run, type WorkerEvents } from 'graphile-worker';
import type pg from 'pg';
import { type Connection, connect } from '../db/connect.ts';
import { crontab, jobs, recoveryJobName, taskList } from '../jobs/index.ts';
import type { Job, JobContext } from '../jobs/job.ts';
import { isKeyOf } from '../lib/is-key-of.ts';
import { jobsAtOnce, lanesAtOnce, longJobsAtOnce, queueConnections } from './database-connections.ts';
import { Heartbeat } from './heartbeat.ts';
import { type PipelineWatch, PipelineWorker } from './pipeline-worker.ts';
import { repeatedTasks } from './repeated-tasks.ts';
import { RepeatingWorker } from './repeating-worker.ts';

export type Background = { isHealthy(): boolean; stop(): Promise<void> };
type StartedBackground = Background & { poolStates: Connection['poolStates'] };

/** How long a stopping process waits for its jobs before aborting them. */
const abortAfterMs = 1000;

export async function startBackground(ctx: JobContext, databaseUrl: string, watch: PipelineWatch): Promise<StartedBackground> {
  const pipeline = new PipelineWorker(ctx, watch, lanesAtOnce);
  const queue = connect(databaseUrl, { connections: queueConnections, name: 'jobs', poolName: 'jobs', onError: () => {} });
  const heartbeat = new Heartbeat(queue.pool, ctx.log);
  const activeJobs = jobs.filter(({ isFor }) => isFor?.(ctx) ?? true);
  const sharedJobs = activeJobs.filter((job) => job.ownConcurrency === undefined);
  const longJobs = sharedJobs.filter(({ isLong }) => isLong);
  const shortJobs = sharedJobs.filter(({ isLong }) => !isLong);
  const runners = await Promise.all([
    startJobs(queue.pool, heartbeat, ctx, shortJobs, jobsAtOnce, crontab(activeJobs)),
    startJobs(queue.pool, heartbeat, ctx, longJobs, longJobsAtOnce),
    ...activeJobs.flatMap((job) =>
      job.ownConcurrency === undefined ? [] : startJobs(queue.pool, heartbeat, ctx, [job], job.ownConcurrency),
    ),
  ]);
  pipeline.start();
  const repeatingWorkers = repeatedTasks.map((task) => new RepeatingWorker(ctx, task));
  for (const worker of repeatingWorkers) worker.start();
  // Resumes interrupted work now instead of at the next scheduled run.
  await ctx.jobs.add(ctx.db, recoveryJobName, {}, { key: recoveryJobName });
  return {
    isHealthy: () => pipeline.isHealthy,
    poolStates: queue.poolStates,
    async stop() {
      await Promise.all([pipeline.stop(), ...repeatingWorkers.map((worker) => worker.stop()), ...runners.map((runner) => runner.stop())]);
      await heartbeat.stop();
      await queue.close();
    },
  };
}

async function startJobs(
  pgPool: pg.Pool,
  heartbeat: Heartbeat,
  ctx: JobContext,
  activeJobs: Job[],
  concurrency: number,
  schedule?: string,
): Promise<Runner> {
  const events: WorkerEvents = new EventEmitter();
  events.on('pool:create', ({ workerPool }) => heartbeat.add(workerPool.id));
  const { Logger: JobLogger } = await import('graphile-worker');
  const levels = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const;
  const logger = new JobLogger(() => (level, message) => ctx.log[isKeyOf(levels, level) ? levels[level] : 'debug'](message));
  return run({
    pgPool,
    events,
    taskList: taskList(ctx, activeJobs),
    ...(schedule !== undefined && { crontab: schedule }),
    preset: { worker: { gracefulShutdownAbortTimeout: abortAfterMs } },
    concurrency,
    noHandleSignals: true,
    pollInterval: 1000,
    logger,
  });
}
