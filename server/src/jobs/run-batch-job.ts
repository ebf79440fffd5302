import { batchJobName } from '../domain/lists/create-batch-job.ts';
import { runBatchJob } from '../domain/lists/run-batch-job.ts';
import type { Job } from './index.ts';

export const runBatchJobJob: Job = {
  name: batchJobName,
  run: (ctx, { accountId, jobId }) => runBatchJob(ctx, accountId as string, jobId as string),
};
