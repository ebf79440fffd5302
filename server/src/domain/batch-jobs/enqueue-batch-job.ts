import type { Database } from '../../db/connect.ts';
import type { Context } from '../context.ts';

/** The name under which the queue knows the work. */
export const batchJobName = 'run-batch-job';

/** One entry of the queue for each job: whoever adds it again replaces the one that has not begun. */
export function enqueueBatchJob(ctx: Context, db: Database, accountId: string, jobId: string): Promise<void> {
  return ctx.jobs.add(db, batchJobName, { accountId, jobId }, { key: `${batchJobName}:${jobId}`, maxAttempts: 6 });
}
