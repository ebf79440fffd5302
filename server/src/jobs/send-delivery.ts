import { enqueueDelivery, sendDelivery, sendDeliveryJobName } from '../domain/alerts/send-delivery.ts';
import { getOrThrow } from '../lib/get-or-throw.ts';
import type { Job } from './job.ts';

/** Limits the concurrent deliveries of an account, so that its slow receivers do not delay the alerts of other accounts. */
const maxPerAccount = 2;
const pauseMs = 2000;

export const sendDeliveryJob: Job = {
  name: sendDeliveryJobName,
  ownConcurrency: 8,
  async run(ctx, payload) {
    const accountId = String(payload.accountId);
    const id = String(payload.id);
    const inProgress = ctx.workerState.deliveriesInProgress;
    const others = inProgress.get(accountId) ?? 0;
    if (others >= maxPerAccount) return enqueueDelivery(ctx, ctx.db, accountId, id, new Date(ctx.clock.now().getTime() + pauseMs));
    inProgress.set(accountId, others + 1);
    try {
      await sendDelivery(ctx, accountId, id);
    } finally {
      const remaining = getOrThrow(inProgress, accountId) - 1;
      if (remaining === 0) inProgress.delete(accountId);
      else inProgress.set(accountId, remaining);
    }
  },
};
