import type { RecoverableWork } from '../recover-interrupted-work.ts';
import { enqueueBatchJob } from './enqueue-batch-job.ts';

export const recoverableBatchJobs: RecoverableWork = {
  name: 'batch jobs',
  // A running job holds its row lock instead of a heartbeat, so a second worker returns immediately.
  leaseMs: 60_000,
  listInterrupted: (ctx, since) =>
    ctx.db
      .selectFrom('batch_jobs')
      .select(['account_id as accountId', 'id'])
      .where('status', '=', 'running')
      .where('created_at', '<', since)
      .execute(),
  enqueue: enqueueBatchJob,
};
