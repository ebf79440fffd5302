import type { RecoverableWork } from '../recover-interrupted-work.ts';
import { enqueueBatchJob } from './enqueue-batch-job.ts';

export const recoverableBatchJobs: RecoverableWork = {
  name: 'batch jobs',
  // A running job has no heartbeat. If it is enqueued again, the second worker finds its row locked and returns immediately.
  leaseMs: 60_000,
  listInterrupted: (ctx, since) =>
    ctx.db
      .selectFrom('batch_jobs')
      .select(['account_id as accountId', 'id'])
      .where('status', '=', 'running')
      .where('created_at', '<', since)
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
  enqueue: enqueueBatchJob,
};
