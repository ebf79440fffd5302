import { EventEmitter } from 'node:events';
import { type Runner, run, type WorkerEvents } from 'graphile-worker';
import type pg from 'pg';
import { type Connection, connect } from '../db/connect.ts';
import { crontab, type Job, type JobContext, jobs, taskList } from '../jobs/index.ts';
import { Heartbeat } from './heartbeat.ts';
import { type PipelineWatch, PipelineWorker } from './pipeline-worker.ts';

export type Background = { isWell(): boolean; stop(): Promise<void> };
export type StartedBackground = Background & { poolStates: Connection['poolStates'] };

/** Two batches at a time: one is made here while the database writes the other. */
const lanesAtOnce = 2;
const jobsAtOnce = 2;
const apart = jobs.filter((job) => job.apart !== undefined);
/** How long a stopping process lets its jobs go on before it asks them to give up. */
const abortAfterMs = 1000;

/**
 * Who works in a transaction may need a second connection beside it. With fewer than this all could be held by those who wait for
 * one more, and nothing would ever go on.
 */
export const leastConnections = 2 * lanesAtOnce + 2 * jobsAtOnce + apart.length;

/**
 * Each runner listens on a connection for as long as it lives, and one more shows that they live; beside these there is one for each
 * job of the widest runner.
 */
const queueConnections = 2 + apart.length + Math.max(jobsAtOnce, ...apart.map((job) => job.apart!));

/** What runs behind the doors: the pipeline and the jobs. */
export async function startBackground(ctx: JobContext, databaseUrl: string, watch: PipelineWatch): Promise<StartedBackground> {
  const pipeline = new PipelineWorker(ctx, watch, lanesAtOnce);
  const queue = connect(databaseUrl, { connections: queueConnections, name: 'jobs', poolName: 'jobs', onError: () => {} });
  const life = new Heartbeat(queue.pool, ctx.log);
  const wanted = jobs.filter(({ isFor }) => isFor?.(ctx) ?? true);
  const common = wanted.filter((job) => job.apart === undefined);
  const runners = await Promise.all([
    startJobs(queue.pool, life, ctx, common, jobsAtOnce, crontab(wanted)),
    ...wanted.filter((job) => job.apart !== undefined).map((job) => startJobs(queue.pool, life, ctx, [job], job.apart!)),
  ]);
  pipeline.start();
  return {
    isWell: () => pipeline.isWell,
    poolStates: queue.poolStates,
    async stop() {
      await Promise.all([pipeline.stop(), ...runners.map((runner) => runner.stop())]);
      await life.stop();
      await queue.close();
    },
  };
}

async function startJobs(
  pgPool: pg.Pool,
  life: Heartbeat,
  ctx: JobContext,
  wanted: Job[],
  concurrency: number,
  schedule?: string,
): Promise<Runner> {
  const events: WorkerEvents = new EventEmitter();
  events.on('pool:create', ({ workerPool }) => life.show(workerPool.id));
  const { Logger: JobLogger } = await import('graphile-worker');
  const levels = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const;
  const logger = new JobLogger(() => (level, message) => ctx.log[levels[level as keyof typeof levels] ?? 'debug'](message));
  return run({
    pgPool,
    events,
    taskList: taskList(ctx, wanted),
    ...(schedule !== undefined && { crontab: schedule }),
    preset: { worker: { gracefulShutdownAbortTimeout: abortAfterMs } },
    concurrency,
    noHandleSignals: true,
    pollInterval: 1000,
    logger,
  });
}
