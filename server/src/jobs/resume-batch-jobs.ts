import { resumeBatchJobs } from '../domain/batch-jobs/resume-batch-jobs.ts';
import type { Job } from './index.ts';

export const resumeBatchJobsJob: Job = {
  name: 'resume-batch-jobs',
  schedule: '* * * * *',
  run: async (ctx) => {
    await resumeBatchJobs(ctx);
  },
};
