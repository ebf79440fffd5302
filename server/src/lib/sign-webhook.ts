import { Webhook } from 'standardwebhooks';

type Message = { id: string; sentAt: Date; body: string };

/** Returns the headers of a signed webhook (Standard Webhooks): an HMAC of the id, the time and the body. Retries use the same id. */
export function signWebhook(secret: string, { id, sentAt, body }: Message): Record<string, string> {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(id, sentAt, body),
  };
}
