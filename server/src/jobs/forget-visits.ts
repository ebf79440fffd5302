import { forgetVisits } from '../domain/retention/forget-visits.ts';
import type { Job } from './index.ts';

export const forgetVisitsJob: Job = { name: 'forget-visits', schedule: '7 4 * * *', run: (ctx) => forgetVisits(ctx) };
