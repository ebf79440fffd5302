import { mergeConfirmedCompanies } from '../domain/company-merges/merge-confirmed-companies.ts';
import type { Job } from './index.ts';

export const mergeConfirmedCompaniesJob: Job = {
  name: 'merge-confirmed-companies',
  schedule: '*/10 * * * *',
  run: async (ctx) => {
    await mergeConfirmedCompanies(ctx);
  },
};
