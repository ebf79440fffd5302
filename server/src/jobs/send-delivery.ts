import { forgetDeliveries } from '../domain/subscriptions/forget-deliveries.ts';
import { resumeDeliveries } from '../domain/subscriptions/resume-deliveries.ts';
import { sendDelivery, sendDeliveryName } from '../domain/subscriptions/send-delivery.ts';
import type { Job } from './index.ts';

export const sendDeliveryJob: Job = {
  name: sendDeliveryName,
  run: (ctx, { accountId, id }) => sendDelivery(ctx, accountId as string, id as string),
};

export const resumeDeliveriesJob: Job = { name: 'resume-deliveries', schedule: '* * * * *', run: resumeDeliveries };

export const forgetDeliveriesJob: Job = { name: 'forget-deliveries', schedule: '23 3 * * *', run: forgetDeliveries };
