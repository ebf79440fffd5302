import { rebuildCompanyDays } from '../domain/visits/rebuild-company-days.ts';
import { rebuildCompanyDaysJobName } from '../domain/visits/request-day-rebuild.ts';
import { resumeDayRebuilds } from '../domain/visits/resume-day-rebuilds.ts';
import type { Job } from './index.ts';

export const rebuildCompanyDaysJob: Job = {
  name: rebuildCompanyDaysJobName,
  run: (ctx, { accountId }) => rebuildCompanyDays(ctx, accountId as string),
};

export const resumeDayRebuildsJob: Job = { name: 'resume-day-rebuilds', schedule: '* * * * *', run: (ctx) => resumeDayRebuilds(ctx) };
