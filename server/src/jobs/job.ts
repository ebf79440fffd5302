import type { PipelineContext } from '../domain/ingestion/batch.ts';

export type JobContext = PipelineContext;

type JobAttempt = {
  /** Aborted shortly after the process is told to stop. */
  signal?: AbortSignal;
  isLast: boolean;
};

export type Job = {
  name: string;
  /** Crontab expression in UTC. */
  schedule?: string;
  /** Appended to the crontab line after the job name. */
  scheduleOptions?: string;
  /** Concurrency of a separate runner, for jobs that would delay others, for example because they wait for other servers. */
  ownConcurrency?: number;
  /** Long jobs share a separate runner, so that short jobs do not wait for work on all data of an account. */
  isLong?: boolean;
  /** Whether this process runs the job. Defaults to true. */
  isFor?(ctx: JobContext): boolean;
  run(ctx: JobContext, payload: Record<string, unknown>, attempt?: JobAttempt): Promise<unknown>;
};
