import { rebuildCompanyDays } from '../domain/visits/rebuild-company-days.ts';
import type { Job } from './index.ts';

export const rebuildCompanyDaysJob: Job = {
  name: 'rebuild-company-days',
  run: (ctx, { accountId }) => rebuildCompanyDays(ctx, accountId as string),
};
