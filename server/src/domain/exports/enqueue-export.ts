import type { Database } from '../../db/connect.ts';
import type { Context } from '../context.ts';

export const exportJobName = 'make-export';

export function enqueueExport(ctx: Context, db: Database, exportId: string): Promise<void> {
  return ctx.jobs.add(db, exportJobName, { exportId }, { key: `export-${exportId}`, maxAttempts: 10 });
}
