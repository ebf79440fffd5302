import { followCrm, followCrmName, followCrms } from '../domain/crm/follow-crm.ts';
import type { Job } from './index.ts';

export const followCrmJob: Job = { name: followCrmName, run: (ctx, { accountId }) => followCrm(ctx, accountId as string) };

export const followCrmsJob: Job = { name: 'follow-crms', schedule: '*/10 * * * *', run: (ctx) => followCrms(ctx) };
