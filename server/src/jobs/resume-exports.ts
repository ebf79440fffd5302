import { resumeExports } from '../domain/exports/resume-exports.ts';
import type { Job } from './index.ts';

export const resumeExportsJob: Job = {
  name: 'resume-exports',
  schedule: '* * * * *',
  run: async (ctx) => {
    await resumeExports(ctx);
  },
};
