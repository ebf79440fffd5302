import type { RecoverableWork } from '../recover-interrupted-work.ts';
import { enqueueDelivery } from './send-delivery.ts';

/** A worker that claims a message sets its `next_attempt_at` to the end of the lease, so no worker is sending a message that is due. */
export const recoverableDeliveries: RecoverableWork = {
  name: 'alert deliveries',
  leaseMs: 0,
  listInterrupted: (ctx, since) =>
    ctx.db
      .selectFrom('alert_deliveries')
      .select(['account_id as accountId', 'id'])
      .where('status', '=', 'pending')
      .where('next_attempt_at', '<=', since)
      .orderBy('next_attempt_at')
      .limit(1000)
      .execute(),
  enqueue: (ctx, db, accountId, id) => enqueueDelivery(ctx, db, accountId, id),
};
