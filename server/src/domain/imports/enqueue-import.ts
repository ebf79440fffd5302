import type { Database } from '../../db/connect.ts';
import type { Context } from '../context.ts';

export const importJobName = 'work-on-import';

export function enqueueImport(ctx: Context, db: Database, accountId: string, importId: string): Promise<void> {
  return ctx.jobs.add(db, importJobName, { accountId, importId }, { key: `import-${importId}`, queue: `${importJobName}:${accountId}` });
}
