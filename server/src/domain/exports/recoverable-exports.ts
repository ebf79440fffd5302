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
      // A worker may also have died between taking the job and claiming the request.
      .where((eb) => eb.or([eb('heartbeat_at', '<', since), eb.and([eb('heartbeat_at', 'is', null), eb('created_at', '<', since)])]))
      .execute(),
  enqueue: enqueueExport,
};
