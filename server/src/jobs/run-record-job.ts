import { recordJobName } from '../domain/record-jobs/create-record-job.ts';
import { runRecordJob } from '../domain/record-jobs/run-record-job.ts';
import type { Job } from './index.ts';

export const runRecordJobJob: Job = {
  name: recordJobName,
  run: (ctx, { accountId, jobId }) => runRecordJob(ctx, accountId as string, jobId as string),
};
