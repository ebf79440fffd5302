import type { Database } from '../../db/connect.ts';
import type { Context } from '../context.ts';

/** The name under which the queue knows the work. */
export const batchJobName = 'run-batch-job';

/** One queue entry per job: adding it again replaces the entry that has not started. */
export function enqueueBatchJob(ctx: Context, db: Database, accountId: string, jobId: string): Promise<void> {
  return ctx.jobs.add(db, batchJobName, { accountId, jobId }, { key: `${batchJobName}:${jobId}`, maxAttempts: 6 });
}
