import { EventEmitter } from 'node:events';
import { type Runner, run, type WorkerEvents } from 'graphile-worker';
import type pg from 'pg';
import { type Connection, connect } from '../db/connect.ts';
import { announceFeeds, announcePauseMs } from '../domain/alerts/announce-leads.ts';
import { followLeadChanges } from '../domain/leads/follow-lead-changes.ts';
import { crontab, jobs, recoveryJobName, taskList } from '../jobs/index.ts';
import type { Job, JobContext } from '../jobs/job.ts';
import { isKeyOf } from '../lib/is-key-of.ts';
import { Heartbeat } from './heartbeat.ts';
import { type PipelineWatch, PipelineWorker } from './pipeline-worker.ts';
import { RepeatingWorker } from './repeating-worker.ts';

export type Background = { isHealthy(): boolean; stop(): Promise<void> };
type StartedBackground = Background & { poolStates: Connection['poolStates'] };

/** One batch is computed while the database writes the other. */
const lanesAtOnce = 2;
const jobsAtOnce = 2;
const longJobsAtOnce = 2;
/** Short work that follows changes. It is repeated more often than scheduled jobs can be, and does not wait behind them. */
const repeated = [
  { run: followLeadChanges, pauseMs: 1000, failure: 'The lead rollups could not be updated; retrying' },
  { run: announceFeeds, pauseMs: announcePauseMs, failure: 'New leads could not be announced; retrying' },
];
const separate = jobs.flatMap(({ ownConcurrency }) => ownConcurrency ?? []);
/** How long a stopping process waits for its jobs before aborting them. */
const abortAfterMs = 1000;

/** Work in a transaction may need a second connection; with fewer than this, all of it could deadlock waiting for one. */
export const minConnections = 2 * lanesAtOnce + 2 * jobsAtOnce + 2 * longJobsAtOnce + separate.length + repeated.length + 1;

/** Each runner listens on its own connection, the heartbeat has one, and each job of the largest runner has one. */
const queueConnections = 3 + separate.length + Math.max(jobsAtOnce, longJobsAtOnce, ...separate);

export async function startBackground(ctx: JobContext, databaseUrl: string, watch: PipelineWatch): Promise<StartedBackground> {
  const pipeline = new PipelineWorker(ctx, watch, lanesAtOnce);
  const queue = connect(databaseUrl, { connections: queueConnections, name: 'jobs', poolName: 'jobs', onError: () => {} });
  const heartbeat = new Heartbeat(queue.pool, ctx.log);
  const activeJobs = jobs.filter(({ isFor }) => isFor?.(ctx) ?? true);
  const shared = activeJobs.filter((job) => job.ownConcurrency === undefined);
  const long = shared.filter(({ isLong }) => isLong);
  const common = shared.filter(({ isLong }) => !isLong);
  const runners = await Promise.all([
    startJobs(queue.pool, heartbeat, ctx, common, jobsAtOnce, crontab(activeJobs)),
    startJobs(queue.pool, heartbeat, ctx, long, longJobsAtOnce),
    ...activeJobs.flatMap((job) =>
      job.ownConcurrency === undefined ? [] : startJobs(queue.pool, heartbeat, ctx, [job], job.ownConcurrency),
    ),
  ]);
  pipeline.start();
  const repeating = repeated.map((task) => new RepeatingWorker(ctx, task));
  for (const worker of repeating) worker.start();
  // Resumes interrupted work now instead of at the next scheduled run.
  await ctx.jobs.add(ctx.db, recoveryJobName, {}, { key: recoveryJobName });
  return {
    isHealthy: () => pipeline.isHealthy,
    poolStates: queue.poolStates,
    async stop() {
      await Promise.all([pipeline.stop(), ...repeating.map((worker) => worker.stop()), ...runners.map((runner) => runner.stop())]);
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
