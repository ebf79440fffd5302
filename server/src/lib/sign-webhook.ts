import { Webhook } from 'standardwebhooks';

type Message = { id: string; sentAt: Date; body: string };

/** Returns the headers with the webhook signature (Standard Webhooks): an HMAC of the id, the time and the body. Retries keep the id. */
export function signWebhook(secret: string, { id, sentAt, body }: Message): Record<string, string> {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(id, sentAt, body),
  };
}
