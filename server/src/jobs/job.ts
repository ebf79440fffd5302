import type { PipelineContext } from '../domain/ingestion/batch.ts';

export type JobContext = PipelineContext;

export type Job = {
  name: string;
  /** Crontab expression in UTC. */
  schedule?: string;
  /** Appended to the crontab line after the job name. */
  scheduleOptions?: string;
  /** Concurrency of a separate runner, for jobs that take long or wait for other servers. */
  ownConcurrency?: number;
  /** Whether this process runs the job. Defaults to true. */
  isFor?(ctx: JobContext): boolean;
  /** `signal` is aborted shortly after the process was asked to stop. */
  run(ctx: JobContext, payload: Record<string, unknown>, signal?: AbortSignal): Promise<unknown>;
};
