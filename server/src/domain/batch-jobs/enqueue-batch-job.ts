import type { Database } from '../../db/connect.ts';
import { shortJobsQueue } from '../account-queues.ts';
import type { Context } from '../context.ts';

export const batchJobName = 'run-batch-job';

/** If the job is already queued and has not started, its queue entry is replaced. */
export function enqueueBatchJob(ctx: Context, db: Database, accountId: string, jobId: string): Promise<void> {
  const options = { key: `${batchJobName}:${jobId}`, queue: shortJobsQueue(accountId), maxAttempts: 6, isAwaited: true };
  return ctx.jobs.add(db, batchJobName, { accountId, jobId }, options);
}
