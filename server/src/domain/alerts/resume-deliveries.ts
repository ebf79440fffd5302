import type { Context } from '../context.ts';
import { enqueueDelivery } from './send-delivery.ts';

const batchSize = 1000;

/** Queues all due messages, including those whose worker has died. */
export async function resumeDeliveries(ctx: Context): Promise<void> {
  const due = await ctx.db
    .selectFrom('alert_deliveries')
    .select(['account_id', 'id'])
    .where('status', '=', 'pending')
    .where('next_attempt_at', '<=', ctx.clock.now())
    .orderBy('next_attempt_at')
    .limit(batchSize)
    .execute();
  for (const { account_id, id } of due) await enqueueDelivery(ctx, ctx.db, account_id, id);
}
