import type { RecoverableWork } from '../recover-interrupted-work.ts';
import { enqueueRollupRebuild } from './request-rollup-rebuild.ts';

export const recoverableRollupRebuilds: RecoverableWork = {
  name: 'rollup rebuilds',
  leaseMs: 60_000,
  listInterrupted: (ctx, since) =>
    ctx.db.selectFrom('day_rebuilds').select(['account_id as accountId', 'account_id as id']).where('heartbeat_at', '<', since).execute(),
  enqueue: enqueueRollupRebuild,
};
