import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { loadMembers } from '../feeds/custom-feed.ts';
import type { Subscription } from '../feeds/subscription.ts';
import type { NoticedLead } from './lead-notice.ts';
import { isGivenUp, mostAttempts, nextAttemptAt, patienceMs } from './retry-schedule.ts';

export type DeliveryStatus = 'pending' | 'delivered' | 'failed' | 'dropped';

/** A message on its way, with the feed as it is now. */
export type Delivery = {
  accountId: string;
  id: string;
  channel: 'email' | 'webhook';
  leads: NoticedLead[];
  attempts: number;
  createdAt: Date;
  feed: {
    id: string;
    number: string;
    name: string;
    subscription: Subscription;
    owner_id: string | null;
    webhook_secret: string | null;
    webhook_failing_since: Date | null;
    webhook_disabled_at: Date | null;
  };
};

export type Attempt = { at: string; status: number | null; error: string | null };

const longestError = 300;

/** It was taken; a remark says for whom it was not. */
export async function noteSuccess(
  ctx: Context,
  delivery: Delivery,
  { status, remark }: { status: number | null; remark: string | null },
): Promise<void> {
  await note(ctx, delivery, 'delivered', { status, error: remark });
  if (delivery.channel === 'email' || delivery.feed.webhook_failing_since === null) return;
  await sql`
    update custom_feeds set webhook_failing_since = null where account_id = ${delivery.accountId} and id = ${delivery.feed.id}`.execute(
    ctx.db,
  );
}

/** What will not be sent, and why. */
export function closeDelivery(ctx: Context, delivery: Delivery, status: DeliveryStatus, error: string): Promise<void> {
  return note(ctx, delivery, status, { status: null, error });
}

export async function noteFailure(ctx: Context, delivery: Delivery, outcome: { status: number | null; error: string }): Promise<void> {
  const now = ctx.clock.now();
  await note(ctx, delivery, delivery.attempts >= mostAttempts ? 'failed' : 'pending', outcome);
  if (delivery.channel === 'email') return;
  const { accountId, feed } = delivery;
  const failingSince = feed.webhook_failing_since ?? now;
  const isOver = isGivenUp(outcome.status, failingSince, now);
  await sql`
    update custom_feeds set webhook_failing_since = ${failingSince}, webhook_disabled_at = ${isOver ? now : null}
    where account_id = ${accountId} and id = ${feed.id}`.execute(ctx.db);
  if (isOver) await giveUp(ctx, delivery);
}

/** The attempt goes to the end of the log; what is not over yet waits for its next one. */
async function note(
  ctx: Context,
  { accountId, id, attempts }: Delivery,
  status: DeliveryStatus,
  { status: answer, error }: { status: number | null; error: string | null },
): Promise<void> {
  const now = ctx.clock.now();
  const attempt: Attempt = { at: now.toISOString(), status: answer, error: error?.slice(0, longestError) ?? null };
  await sql`
    update alert_deliveries set status = ${status}, log = log || ${JSON.stringify([attempt])}::jsonb,
      next_attempt_at = ${nextAttemptAt(attempts, now) ?? now}, completed_at = ${status === 'pending' ? null : now}
    where account_id = ${accountId} and id = ${id}`.execute(ctx.db);
}

/** Nothing more is sent to the webhook, and its owner hears why, where mail can be sent. */
async function giveUp(ctx: Context, { accountId, id, feed }: Delivery): Promise<void> {
  const now = ctx.clock.now();
  await sql`
    update alert_deliveries set status = 'dropped', completed_at = ${now}
    where account_id = ${accountId} and feed_id = ${feed.id} and channel = 'webhook' and status = 'pending'`.execute(ctx.db);
  ctx.log.warn({ accountId, feedId: feed.id }, 'A webhook was given up');
  const [owner] = feed.owner_id === null ? [] : await loadMembers(ctx, accountId, [feed.owner_id]);
  if (!owner || !ctx.outgoing?.mail) return;
  const text = [
    `The webhook of your feed "${feed.name}" could not be reached for ${patienceMs / 86_400_000} days, or said that it is gone.`,
    'Nothing more is sent to it. Alerts, in the menu of the feed, takes it up again.',
  ];
  const message = { id: `${id}-given-up`, to: owner.email, subject: `The webhook of ${feed.name} was given up`, text: text.join('\n') };
  await ctx.outgoing.mail.send(message).catch((error: Error) => ctx.log.warn({ err: error }, 'Nobody could be told of a webhook given up'));
}
