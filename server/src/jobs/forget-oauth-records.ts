import { forgetOauthRecords } from '../domain/access/oauth-records.ts';
import type { Job } from './index.ts';

export const forgetOauthRecordsJob: Job = { name: 'forget-oauth-records', schedule: '53 3 * * *', run: (ctx) => forgetOauthRecords(ctx) };
