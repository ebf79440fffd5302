import { type Runner, run } from 'graphile-worker';
import type pg from 'pg';
import { crontab, type Job, type JobContext, jobs, taskList } from '../jobs/index.ts';
import { type PipelineWatch, PipelineWorker } from './pipeline-worker.ts';

export type Background = { isWell(): boolean; stop(): Promise<void> };

/** Two batches at a time: one is made here while the database writes the other. */
const lanesAtOnce = 2;
const jobsAtOnce = 2;

/** What runs behind the doors: the pipeline and the jobs. */
export async function startBackground(ctx: JobContext, pool: pg.Pool, watch: PipelineWatch): Promise<Background> {
  const pipeline = new PipelineWorker(ctx, watch, lanesAtOnce);
  const common = jobs.filter(({ apart }) => apart === undefined);
  const runners = await Promise.all([
    startJobs(pool, ctx, common, jobsAtOnce, crontab()),
    ...jobs.flatMap((job) => (job.apart === undefined ? [] : startJobs(pool, ctx, [job], job.apart))),
  ]);
  pipeline.start();
  return {
    isWell: () => pipeline.isWell,
    async stop() {
      await Promise.all([pipeline.stop(), ...runners.map((runner) => runner.stop())]);
    },
  };
}

async function startJobs(pgPool: pg.Pool, ctx: JobContext, wanted: Job[], concurrency: number, schedule?: string): Promise<Runner> {
  const { Logger: JobLogger } = await import('graphile-worker');
  const levels = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const;
  const logger = new JobLogger(() => (level, message) => ctx.log[levels[level as keyof typeof levels] ?? 'debug'](message));
  return run({
    pgPool,
    taskList: taskList(ctx, wanted),
    ...(schedule !== undefined && { crontab: schedule }),
    concurrency,
    noHandleSignals: true,
    pollInterval: 1000,
    logger,
  });
}
