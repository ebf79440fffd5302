import { recordJobName } from '../domain/record-jobs/create-record-job.ts';
import { resumeRecordJobs } from '../domain/record-jobs/resume-record-jobs.ts';
import { runRecordJob } from '../domain/record-jobs/run-record-job.ts';
import type { Job } from './index.ts';

export const runRecordJobJob: Job = {
  name: recordJobName,
  apart: 4,
  run: (ctx, { accountId, jobId }) => runRecordJob(ctx, accountId as string, jobId as string),
};

export const resumeRecordJobsJob: Job = { name: 'resume-record-jobs', schedule: '* * * * *', run: resumeRecordJobs };
