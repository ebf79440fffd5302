import type { Database } from '../../db/connect.ts';
import type { Context } from '../context.ts';

export const batchJobName = 'run-batch-job';

/** Adding a job again replaces its queue entry if that has not started. */
export function enqueueBatchJob(ctx: Context, db: Database, accountId: string, jobId: string): Promise<void> {
  const options = { key: `${batchJobName}:${jobId}`, queue: `${batchJobName}:${accountId}`, maxAttempts: 6, isAwaited: true };
  return ctx.jobs.add(db, batchJobName, { accountId, jobId }, options);
}
