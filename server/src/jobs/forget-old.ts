import { forgetOldTraces } from '../domain/ingestion/forget-old-traces.ts';
import type { Job } from './index.ts';

export const forgetOld: Job = { name: 'forget-old', schedule: '23 * * * *', run: (ctx) => forgetOldTraces(ctx) };
