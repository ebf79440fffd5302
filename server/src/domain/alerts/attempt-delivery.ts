import { sql } from 'kysely';
import { signWebhook } from '../../lib/sign-webhook.ts';
import { getAccount } from '../accounts/get-account.ts';
import type { Context } from '../context.ts';
import { readAlertSettings } from '../feeds/alert-settings.ts';
import { loadMembers } from '../feeds/custom-feed.ts';
import { createWebhookSecret } from '../feeds/update-alert-settings.ts';
import { composeMail } from '../mails/compose-mail.ts';
import { getMailBrand } from '../mails/mail-brand.ts';
import { alertText, webhookBody } from './alert-message.ts';
import { chatBody } from './chat-body.ts';
import type { Delivery } from './delivery.ts';
import { type Outgoing, RecipientsRefused } from './outgoing.ts';

/** `remark` names the recipients that the mail server refused. `dropped` is the reason for not sending the message at all. */
type Outcome = { status: number | null; error: string | null; remark?: string } | { dropped: string };

/** Makes one attempt to send a message. Errors are part of the outcome. */
export function attemptDelivery(ctx: Context, outgoing: Outgoing, delivery: Delivery): Promise<Outcome> {
  const attempt = delivery.channel === 'email' ? sendMail(ctx, outgoing, delivery) : postToWebhook(ctx, outgoing, delivery);
  return attempt.catch((error: Error) => ({ status: null, error: error.message }));
}

/** Finds a feed with the fields that are needed to send its alerts. */
export async function findAlertedFeed(ctx: Context, accountId: string, feedId: string): Promise<Delivery['feed'] | null> {
  const feed = await ctx.db
    .selectFrom('custom_feeds')
    .select([
      'id',
      'number',
      'name',
      'built_in_id',
      'alert_settings',
      'owner_id',
      'webhook_secret',
      'webhook_failing_since',
      'webhook_disabled_at',
    ])
    .where('account_id', '=', accountId)
    .where('id', '=', feedId)
    .executeTakeFirst();
  if (!feed) return null;
  const builtInId = feed.built_in_id;
  return { ...feed, number: builtInId ?? feed.number, builtInId, alertSettings: readAlertSettings(feed.alert_settings) };
}

async function postToWebhook(ctx: Context, { webhooks, publicUrl }: Outgoing, delivery: Delivery): Promise<Outcome> {
  const { feed, id } = delivery;
  const url = feed.alertSettings.webhook;
  if (!url) return { dropped: 'The feed no longer has a webhook.' };
  if (feed.webhook_disabled_at !== null) return { dropped: 'The webhook is disabled.' };
  const body = chatBody(url, alertText(delivery, publicUrl(), 'en')) ?? webhookBody(delivery);
  const headers = signWebhook(await getOrCreateSecret(ctx, delivery), { id, sentAt: ctx.clock.now(), body });
  const status = await webhooks.post({ url, body, headers });
  return { status, error: status >= 200 && status < 300 ? null : `The webhook responded with ${status}.` };
}

/** Feeds created before signatures existed get their secret with the first message. */
async function getOrCreateSecret(ctx: Context, { accountId, feed }: Delivery): Promise<string> {
  if (feed.webhook_secret !== null) return feed.webhook_secret;
  const secret = createWebhookSecret();
  const { rows } = await sql<{ webhook_secret: string }>`
    update custom_feeds set webhook_secret = coalesce(webhook_secret, ${secret}) where account_id = ${accountId} and id = ${feed.id}
    returning webhook_secret`.execute(ctx.db);
  return rows[0]?.webhook_secret ?? secret;
}

async function sendMail(ctx: Context, { mail: mailer, publicUrl }: Outgoing, delivery: Delivery): Promise<Outcome> {
  const { feed, accountId, id } = delivery;
  const { email, recipients } = feed.alertSettings;
  if (!email && recipients.length === 0) return { dropped: 'The feed no longer has e-mail recipients.' };
  const people = await loadMembers(ctx, accountId, [...recipients, ...(email && feed.owner_id !== null ? [feed.owner_id] : [])]);
  if (people.length === 0 && recipients.length === 0 && feed.owner_id === null)
    return { dropped: 'The feed has no owner who could get e-mails.' };
  if (people.length === 0) return { dropped: 'None of the e-mail recipients is still a user of this account.' };
  if (!mailer) return { dropped: 'E-mail is not configured on this server. The operator must set SMTP_URL.' };
  const brand = await getMailBrand(ctx, await getAccount(ctx, accountId));
  const refused: string[] = [];
  let refusal: RecipientsRefused | null = null;
  for (const [language, readers] of Map.groupBy(people, (person) => person.language ?? 'en')) {
    const message = composeMail({ brand, ...alertText(delivery, publicUrl(), language) });
    // Each language is a separate message. Retries keep the id, so mail clients show the message once.
    const messageId = language === 'en' ? id : `${id}-${language}`;
    const to = readers.map(({ email: address }) => address);
    try {
      refused.push(...(await mailer.send({ id: messageId, to, ...message })));
    } catch (error) {
      // A retry would send the messages in the other languages again.
      if (!(error instanceof RecipientsRefused)) throw error;
      refusal = error;
      refused.push(...to);
    }
  }
  if (refusal && refused.length === people.length) throw refusal;
  return { status: null, error: null, ...(refused.length > 0 && { remark: `The mail server refused ${refused.join(', ')}.` }) };
}
