import { EventEmitter } from 'node:events';
import { type Runner, run, type WorkerEvents } from 'graphile-worker';
import type pg from 'pg';
import { type Connection, connect } from '../db/connect.ts';
import { crontab, jobs, recoveryJobName, taskList } from '../jobs/index.ts';
import type { Job, JobContext } from '../jobs/job.ts';
import { isKeyOf } from '../lib/is-key-of.ts';
import { Heartbeat } from './heartbeat.ts';
import { type PipelineWatch, PipelineWorker } from './pipeline-worker.ts';

export type Background = { isHealthy(): boolean; stop(): Promise<void> };
type StartedBackground = Background & { poolStates: Connection['poolStates'] };

/** One batch is computed while the database writes the other. */
const lanesAtOnce = 2;
const jobsAtOnce = 2;
const separate = jobs.flatMap(({ ownConcurrency }) => ownConcurrency ?? []);
/** How long a stopping process waits for its jobs before aborting them. */
const abortAfterMs = 1000;

/** Work in a transaction may need a second connection; with fewer than this, all of it could deadlock waiting for one. */
export const leastConnections = 2 * lanesAtOnce + 2 * jobsAtOnce + separate.length;

/** Each runner listens on its own connection, the heartbeat has one, and each job of the largest runner has one. */
const queueConnections = 2 + separate.length + Math.max(jobsAtOnce, ...separate);

export async function startBackground(ctx: JobContext, databaseUrl: string, watch: PipelineWatch): Promise<StartedBackground> {
  const pipeline = new PipelineWorker(ctx, watch, lanesAtOnce);
  const queue = connect(databaseUrl, { connections: queueConnections, name: 'jobs', poolName: 'jobs', onError: () => {} });
  const heartbeat = new Heartbeat(queue.pool, ctx.log);
  const activeJobs = jobs.filter(({ isFor }) => isFor?.(ctx) ?? true);
  const common = activeJobs.filter((job) => job.ownConcurrency === undefined);
  const runners = await Promise.all([
    startJobs(queue.pool, heartbeat, ctx, common, jobsAtOnce, crontab(activeJobs)),
    ...activeJobs.flatMap((job) =>
      job.ownConcurrency === undefined ? [] : startJobs(queue.pool, heartbeat, ctx, [job], job.ownConcurrency),
    ),
  ]);
  pipeline.start();
  // At once, for the work that the last stop interrupted; afterwards the schedule does it.
  await ctx.jobs.add(ctx.db, recoveryJobName, {}, { key: recoveryJobName });
  return {
    isHealthy: () => pipeline.isHealthy,
    poolStates: queue.poolStates,
    async stop() {
      await Promise.all([pipeline.stop(), ...runners.map((runner) => runner.stop())]);
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
