import { enqueueDelivery, sendDelivery, sendDeliveryJobName } from '../domain/alerts/send-delivery.ts';
import { getOrThrow } from '../lib/get-or-throw.ts';
import type { Job } from './job.ts';

/** Limits the concurrent deliveries of an account, so that its slow receivers do not delay the alerts of other accounts. */
const maxPerAccount = 2;
const pauseMs = 2000;
/** Messages that wait for their turn are checked one after the other, so that thousands of them do not keep the runner and the database busy. */
const spacingMs = 250;

export const sendDeliveryJob: Job = {
  name: sendDeliveryJobName,
  ownConcurrency: 8,
  async run(ctx, payload) {
    const accountId = String(payload.accountId);
    const id = String(payload.id);
    const { deliveriesInProgress: inProgress, deliveriesPostponedToMs: postponedToMs } = ctx.workerState;
    const others = inProgress.get(accountId) ?? 0;
    if (others >= maxPerAccount) {
      const atMs = Math.max(ctx.clock.now().getTime() + pauseMs, (postponedToMs.get(accountId) ?? 0) + spacingMs);
      postponedToMs.set(accountId, atMs);
      return enqueueDelivery(ctx, ctx.db, accountId, id, new Date(atMs));
    }
    inProgress.set(accountId, others + 1);
    try {
      await sendDelivery(ctx, accountId, id);
    } finally {
      const remaining = getOrThrow(inProgress, accountId) - 1;
      if (remaining > 0) inProgress.set(accountId, remaining);
      else {
        inProgress.delete(accountId);
        postponedToMs.delete(accountId);
      }
    }
  },
};
