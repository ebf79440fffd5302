import type { RecoverableWork } from '../recover-interrupted-work.ts';
import { enqueueExport } from './enqueue-export.ts';
import { leaseMs } from './run-export.ts';

export const recoverableExports: RecoverableWork = {
  name: 'exports',
  leaseMs,
  listInterrupted: (ctx, since) =>
    ctx.db
      .selectFrom('export_requests')
      .select(['account_id as accountId', 'id'])
      .where('status', '=', 'pending')
      // Without a heartbeat, the export is waiting, is backing off after a failure, or its worker died before claiming it. Only in the last
      // case is its job no longer waiting, and a new one is added.
      .where((eb) => eb.or([eb('heartbeat_at', '<', since), eb.and([eb('heartbeat_at', 'is', null), eb('created_at', '<', since)])]))
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
  enqueue: enqueueExport,
};
