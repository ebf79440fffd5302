import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { Context } from '../context.ts';
import { readAlertSettings } from '../feeds/alert-settings.ts';
import { loadMembers } from '../feeds/custom-feed.ts';
import { createWebhookSecret } from '../feeds/update-alert-settings.ts';
import { mailSubject, mailText, webhookBody } from './alert-message.ts';
import { closeDelivery, type Delivery, recordFailure, recordSuccess } from './delivery.ts';
import type { Outgoing } from './outgoing.ts';
import { nextAttemptAt } from './retry-schedule.ts';
import { signWebhook } from './sign-webhook.ts';

export const sendDeliveryName = 'send-delivery';

/** Longer than any attempt; after this, another worker may take over a message whose worker died. */
const leaseMs = 120_000;

export function enqueueDelivery(ctx: Context, db: Database, accountId: string, id: string, runAt?: Date): Promise<void> {
  const key = `${sendDeliveryName}:${accountId}:${id}`;
  return ctx.jobs.add(db, sendDeliveryName, { accountId, id }, { key, runAt });
}

/** Attempts to deliver a due message and records the result. */
export async function sendDelivery(ctx: Context, accountId: string, id: string): Promise<void> {
  const { outgoing } = ctx;
  if (!outgoing) return;
  const delivery = await claim(ctx, accountId, id);
  if (!delivery) return;
  if (delivery.feed.alertSettings.paused) return drop(ctx, delivery, 'Alerts for this feed are paused.');
  const attempt = delivery.channel === 'email' ? mail(ctx, outgoing, delivery) : post(ctx, outgoing, delivery);
  const outcome = await attempt.catch((error: Error): Outcome => ({ status: null, error: error.message }));
  if ('dropped' in outcome) return drop(ctx, delivery, outcome.dropped);
  ctx.counts?.add('deliveries', [delivery.channel, outcome.error === null ? 'sent' : 'failed']);
  if (outcome.error === null) return recordSuccess(ctx, delivery, { status: outcome.status, remark: outcome.remark ?? null });
  await recordFailure(ctx, delivery, { ...outcome, error: outcome.error });
  const next = nextAttemptAt(delivery.attempts, ctx.clock.now());
  if (next) await enqueueDelivery(ctx, ctx.db, accountId, id, next);
}

function drop(ctx: Context, delivery: Delivery, reason: string): Promise<void> {
  ctx.counts?.add('deliveries', [delivery.channel, 'dropped']);
  return closeDelivery(ctx, delivery, 'dropped', reason);
}

/** Claims a due message, so two workers never send the same one. */
async function claim(ctx: Context, accountId: string, id: string): Promise<Delivery | null> {
  const now = ctx.clock.now();
  const { rows } = await sql<Omit<Delivery, 'feed'> & { feed_id: string }>`
    update alert_deliveries set attempts = attempts + 1, next_attempt_at = ${new Date(now.getTime() + leaseMs)}
    where account_id = ${accountId} and id = ${id} and status = 'pending' and next_attempt_at <= ${now}
    returning account_id as "accountId", id, feed_id, channel, leads, attempts, created_at as "createdAt"`.execute(ctx.db);
  if (!rows[0]) return null;
  const { feed_id, ...delivery } = rows[0];
  const feed = await ctx.db
    .selectFrom('custom_feeds')
    .select(['id', 'number', 'name', 'alert_settings', 'owner_id', 'webhook_secret', 'webhook_failing_since', 'webhook_disabled_at'])
    .where('account_id', '=', accountId)
    .where('id', '=', feed_id)
    .executeTakeFirst();
  return feed ? { ...delivery, feed: { ...feed, alertSettings: readAlertSettings(feed.alert_settings) } } : null;
}

type Outcome = { status: number | null; error: string | null; remark?: string } | { dropped: string };

async function post(ctx: Context, { webhooks }: Outgoing, delivery: Delivery): Promise<Outcome> {
  const { feed, id } = delivery;
  const url = feed.alertSettings.webhook;
  if (!url) return { dropped: 'The feed no longer has a webhook.' };
  if (feed.webhook_disabled_at !== null) return { dropped: 'The webhook is disabled.' };
  const body = webhookBody(delivery);
  const headers = signWebhook(await secretOf(ctx, delivery), { id, sentAt: ctx.clock.now(), body });
  const status = await webhooks.post({ url, body, headers });
  return { status, error: status >= 200 && status < 300 ? null : `The webhook answered ${status}.` };
}

/** Feeds created before signatures existed get their secret with the first message. */
async function secretOf(ctx: Context, { accountId, feed }: Delivery): Promise<string> {
  if (feed.webhook_secret !== null) return feed.webhook_secret;
  const secret = createWebhookSecret();
  const { rows } = await sql<{ webhook_secret: string }>`
    update custom_feeds set webhook_secret = coalesce(webhook_secret, ${secret}) where account_id = ${accountId} and id = ${feed.id}
    returning webhook_secret`.execute(ctx.db);
  return rows[0]?.webhook_secret ?? secret;
}

async function mail(ctx: Context, { mail: mailer, publicUrl }: Outgoing, delivery: Delivery): Promise<Outcome> {
  const { feed, accountId, id } = delivery;
  const { email, recipients } = feed.alertSettings;
  if (!email && recipients.length === 0) return { dropped: 'The feed no longer has e-mail recipients.' };
  const people = await loadMembers(ctx, accountId, [...recipients, ...(email && feed.owner_id !== null ? [feed.owner_id] : [])]);
  if (people.length === 0) return { dropped: 'None of the e-mail recipients is still a user of this account.' };
  if (!mailer) return { dropped: 'This installation has no mail server. The operator must set SMTP_URL.' };
  const to = people.map((person) => person.email);
  const refused = await mailer.send({ id, to, subject: mailSubject(delivery), text: mailText(delivery, publicUrl()) });
  return { status: null, error: null, ...(refused.length > 0 && { remark: `The mail server refused ${refused.join(', ')}.` }) };
}
