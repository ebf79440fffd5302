import { forgetDeliveries } from '../domain/alerts/forget-deliveries.ts';
import { resumeDeliveries } from '../domain/alerts/resume-deliveries.ts';
import { enqueueDelivery, sendDelivery, sendDeliveryName } from '../domain/alerts/send-delivery.ts';
import { getKnown } from '../lib/get-known.ts';
import type { Job } from './index.ts';

/** Of the deliveries that run at once so many are of one account: slow receivers keep nobody else's messages waiting. */
const mostOfAccount = 2;
const pauseMs = 2000;

export const sendDeliveryJob: Job = {
  name: sendDeliveryName,
  apart: 8,
  async run(ctx, payload) {
    const { accountId, id } = payload as { accountId: string; id: string };
    const underWay = ctx.memory.deliveries;
    const others = underWay.get(accountId) ?? 0;
    if (others >= mostOfAccount) return enqueueDelivery(ctx, ctx.db, accountId, id, new Date(ctx.clock.now().getTime() + pauseMs));
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

export const resumeDeliveriesJob: Job = { name: 'resume-deliveries', schedule: '* * * * *', run: resumeDeliveries };

export const forgetDeliveriesJob: Job = { name: 'forget-deliveries', schedule: '23 3 * * *', run: forgetDeliveries };
