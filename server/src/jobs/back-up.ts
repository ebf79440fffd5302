import { runDueBackup } from '../domain/backups/run-due-backup.ts';
import type { Job } from './index.ts';

export const backUpJob: Job = {
  name: 'back-up',
  // One key, so that a long backup leaves one waiting job behind and not one for every minute.
  schedule: '* * * * *',
  scheduleOptions: '?jobKey=back-up',
  apart: 1,
  isFor: ({ backups }) => backups !== undefined,
  run: (ctx, _payload, signal) => runDueBackup(ctx, signal),
};
