import type { Database } from '../../db/connect.ts';
import { shortJobsQueue } from '../account-queues.ts';
import type { Context } from '../context.ts';

export const exportJobName = 'make-export';

export function enqueueExport(ctx: Context, db: Database, accountId: string, exportId: string): Promise<void> {
  const options = { key: `export-${exportId}`, queue: shortJobsQueue(accountId), maxAttempts: 10, isAwaited: true };
  return ctx.jobs.add(db, exportJobName, { exportId }, options);
}
