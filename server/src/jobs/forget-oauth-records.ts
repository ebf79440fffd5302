import { forgetOauthRecords } from '../domain/auth/oauth-records.ts';
import type { Job } from './index.ts';

export const forgetOauthRecordsJob: Job = {
  name: 'forget-oauth-records',
  schedule: '*/10 * * * *',
  run: (ctx) => forgetOauthRecords(ctx),
};
