import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { dayMs } from '../../lib/day-ms.ts';
import { getAccount } from '../accounts/get-account.ts';
import { writeActivities } from '../activities/activities.ts';
import type { Context } from '../context.ts';
import type { AlertSettings } from '../feeds/alert-settings.ts';
import { loadMembers } from '../feeds/custom-feed.ts';
import type { BuiltInFeedId } from '../feeds/feed.ts';
import { composeMail } from '../mails/compose-mail.ts';
import { getMailBrand } from '../mails/mail-brand.ts';
import { mailTexts } from '../mails/mail-texts.ts';
import { type AlertLead, feedName } from './alert-message.ts';
import { disableAfterMs, maxAttempts, nextAttemptAt, shouldDisable } from './retry-schedule.ts';

export type DeliveryStatus = 'pending' | 'delivered' | 'failed' | 'dropped';

/** A message to be delivered, with the current state of its feed. */
export type Delivery = {
  accountId: string;
  id: string;
  channel: 'email' | 'webhook';
  leads: AlertLead[];
  attempts: number;
  createdAt: Date;
  feed: {
    id: string;
    /** Id of the feed in the earlier API: the name of a built-in feed, or a number. */
    number: string;
    name: string;
    builtInId: BuiltInFeedId | null;
    alertSettings: AlertSettings;
    owner_id: string | null;
    webhook_secret: string | null;
    webhook_failing_since: Date | null;
    webhook_disabled_at: Date | null;
  };
};

export type Attempt = { at: string; status: number | null; error: string | null };

const maxErrorLength = 300;

/** Actor id of an activity if the feed has no owner. */
const noActor = '0';

/** `remark` names the recipients that the mail server refused. */
export async function recordSuccess(
  ctx: Context,
  delivery: Delivery,
  { status, remark }: { status: number | null; remark: string | null },
): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
    await recordOutcome({ ...ctx, db: trx }, delivery, 'delivered', { status, error: remark });
    await recordActivities(ctx, trx, delivery);
  });
  if (delivery.channel === 'email' || delivery.feed.webhook_failing_since === null) return;
  await sql`
    update custom_feeds set webhook_failing_since = null where account_id = ${delivery.accountId} and id = ${delivery.feed.id}`.execute(
    ctx.db,
  );
}

/** Records the message as an activity of its companies, except those that have been deleted or merged since. */
async function recordActivities(ctx: Context, trx: Database, { accountId, feed, leads }: Delivery): Promise<void> {
  const ids = leads.map(({ id }) => id);
  const { rows } = await sql<{ company_id: string }>`
    select company_id from leads where account_id = ${accountId} and company_id = any(${ids}::bigint[]) for key share`.execute(trx);
  const companyIds = rows.map(({ company_id }) => company_id);
  await writeActivities(ctx, trx, { accountId, actorId: feed.owner_id ?? noActor, companyIds, kind: 'alerted', detail: feed.name });
}

/** Ends a delivery without sending it. */
export function closeDelivery(ctx: Context, delivery: Delivery, status: DeliveryStatus, error: string): Promise<void> {
  return recordOutcome(ctx, delivery, status, { status: null, error });
}

export async function recordFailure(ctx: Context, delivery: Delivery, outcome: { status: number | null; error: string }): Promise<void> {
  const now = ctx.clock.now();
  await recordOutcome(ctx, delivery, delivery.attempts >= maxAttempts ? 'failed' : 'pending', outcome);
  if (delivery.channel === 'email') return;
  const { accountId, feed } = delivery;
  // Not the values in `delivery`: another delivery or a user may have changed the webhook since it was claimed.
  const { rows } = await sql<{ failing_since: Date }>`
    update custom_feeds set webhook_failing_since = coalesce(webhook_failing_since, ${now}) where account_id = ${accountId} and id = ${feed.id}
    returning webhook_failing_since as failing_since`.execute(ctx.db);
  if (!rows[0] || !shouldDisable(outcome.status, rows[0].failing_since, now)) return;
  const disabled = await sql`
    update custom_feeds set webhook_disabled_at = ${now}
    where account_id = ${accountId} and id = ${feed.id} and webhook_disabled_at is null returning id`.execute(ctx.db);
  if (disabled.rows.length > 0) await dropPendingMessages(ctx, delivery);
}

/** Appends the attempt to the log and schedules the next one unless the delivery is complete. */
async function recordOutcome(
  ctx: Context,
  { accountId, id, attempts }: Delivery,
  status: DeliveryStatus,
  { status: response, error }: { status: number | null; error: string | null },
): Promise<void> {
  const now = ctx.clock.now();
  const attempt: Attempt = { at: now.toISOString(), status: response, error: error?.slice(0, maxErrorLength) ?? null };
  await sql`
    update alert_deliveries set status = ${status}, log = log || ${JSON.stringify([attempt])}::jsonb,
      next_attempt_at = ${nextAttemptAt(attempts, now) ?? now}, completed_at = ${status === 'pending' ? null : now}
    where account_id = ${accountId} and id = ${id}`.execute(ctx.db);
}

/** Drops pending messages to a disabled webhook and notifies the owner of the feed if mail is configured. */
async function dropPendingMessages(ctx: Context, { accountId, id, feed }: Delivery): Promise<void> {
  const now = ctx.clock.now();
  await sql`
    update alert_deliveries set status = 'dropped', completed_at = ${now}
    where account_id = ${accountId} and feed_id = ${feed.id} and channel = 'webhook' and status = 'pending'`.execute(ctx.db);
  ctx.log.warn({ accountId, feedId: feed.id }, 'Disabled a failing webhook');
  const [owner] = feed.owner_id === null ? [] : await loadMembers(ctx, accountId, [feed.owner_id]);
  if (!owner || !ctx.outgoing?.mail) return;
  const language = owner.language ?? 'en';
  const { label, ...text } = mailTexts[language].webhookDisabled(feedName(feed, language), disableAfterMs / dayMs);
  const link = { label, url: `${ctx.outgoing.publicUrl()}/leads?feed=${feed.number}&account=${accountId}` };
  const brand = await getMailBrand(ctx, await getAccount(ctx, accountId));
  const message = { id: `${id}-disabled`, to: owner.email, ...composeMail({ language, brand, ...text, link }) };
  await ctx.outgoing.mail
    .send(message)
    .catch((error: Error) => ctx.log.warn({ err: error }, 'Could not notify the owner of a disabled webhook'));
}
