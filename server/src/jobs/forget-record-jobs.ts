import { forgetRecordJobs } from '../domain/record-jobs/forget-record-jobs.ts';
import type { Job } from './index.ts';

export const forgetRecordJobsJob: Job = { name: 'forget-record-jobs', schedule: '11 3 * * *', run: (ctx) => forgetRecordJobs(ctx) };
