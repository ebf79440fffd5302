import { enqueueDelivery, sendDelivery, sendDeliveryName } from '../domain/alerts/send-delivery.ts';
import { getKnown } from '../lib/get-known.ts';
import type { Job } from './job.ts';

/** Concurrent deliveries per account, so that one account's slow receivers do not delay other accounts' alerts. */
const maxPerAccount = 2;
const pauseMs = 2000;

export const sendDeliveryJob: Job = {
  name: sendDeliveryName,
  ownConcurrency: 8,
  async run(ctx, payload) {
    const accountId = String(payload.accountId);
    const id = String(payload.id);
    const underWay = ctx.memory.deliveries;
    const others = underWay.get(accountId) ?? 0;
    if (others >= maxPerAccount) return enqueueDelivery(ctx, ctx.db, accountId, id, new Date(ctx.clock.now().getTime() + pauseMs));
    underWay.set(accountId, others + 1);
    try {
      await sendDelivery(ctx, accountId, id);
    } finally {
      const left = getKnown(underWay, accountId) - 1;
      if (left === 0) underWay.delete(accountId);
      else underWay.set(accountId, left);
    }
  },
};
