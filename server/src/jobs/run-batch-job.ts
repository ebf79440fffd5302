import { batchJobName } from '../domain/batch-jobs/enqueue-batch-job.ts';
import { runBatchJob } from '../domain/batch-jobs/run-batch-job.ts';
import type { Job } from './index.ts';

export const runBatchJobJob: Job = {
  name: batchJobName,
  run: (ctx, { accountId, jobId }) => runBatchJob(ctx, accountId as string, jobId as string),
};
