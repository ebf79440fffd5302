import type { RecoverableWork } from '../recover-interrupted-work.ts';
import { enqueueImport } from './enqueue-import.ts';

export const recoverableImports: RecoverableWork = {
  name: 'imports',
  leaseMs: 120_000,
  listInterrupted: (ctx, since) =>
    ctx.db
      .selectFrom('imports')
      .select(['account_id as accountId', 'id'])
      .where('status', 'in', ['checking', 'running'])
      .where('heartbeat_at', '<', since)
      .execute(),
  enqueue: enqueueImport,
};
