import type { PipelineContext } from '../domain/ingestion/batch.ts';

export type JobContext = PipelineContext;

export type Job = {
  name: string;
  /** When it runs by itself, as a crontab line in UTC. */
  schedule?: string;
  /** What the crontab line says after the name of the job. */
  scheduleOptions?: string;
  /** How many of it run at once in a runner of their own, because they wait for other servers or take long. */
  ownConcurrency?: number;
  /** Whether this process runs such jobs; without it every process does. */
  isFor?(ctx: JobContext): boolean;
  /** The signal is aborted soon after the process was asked to stop. */
  run(ctx: JobContext, payload: Record<string, unknown>, signal?: AbortSignal): Promise<unknown>;
};
