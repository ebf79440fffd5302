import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { Context } from '../context.ts';
import { attemptDelivery, findAlertedFeed } from './attempt-delivery.ts';
import { closeDelivery, type Delivery, recordFailure, recordSuccess } from './delivery.ts';
import { nextAttemptAt } from './retry-schedule.ts';

export const sendDeliveryJobName = 'send-delivery';

/** Longer than any attempt; after this, another worker may take over a message whose worker died. */
const leaseMs = 120_000;

export function enqueueDelivery(ctx: Context, db: Database, accountId: string, id: string, runAt?: Date): Promise<void> {
  const key = `${sendDeliveryJobName}:${accountId}:${id}`;
  return ctx.jobs.add(db, sendDeliveryJobName, { accountId, id }, { key, runAt });
}

/** Attempts to deliver a due message and records the result. */
export async function sendDelivery(ctx: Context, accountId: string, id: string): Promise<void> {
  const { outgoing } = ctx;
  if (!outgoing) return;
  const delivery = await claim(ctx, accountId, id);
  if (!delivery) return;
  if (delivery.feed.alertSettings.paused) return drop(ctx, delivery, 'Alerts for this feed are paused.');
  const outcome = await attemptDelivery(ctx, outgoing, delivery);
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

/** Claims a due message for the time of the lease, so two workers do not send it at the same time. */
async function claim(ctx: Context, accountId: string, id: string): Promise<Delivery | null> {
  const now = ctx.clock.now();
  const { rows } = await sql<Omit<Delivery, 'feed'> & { feed_id: string }>`
    update alert_deliveries set attempts = attempts + 1, next_attempt_at = ${new Date(now.getTime() + leaseMs)}
    where account_id = ${accountId} and id = ${id} and status = 'pending' and next_attempt_at <= ${now}
    returning account_id as "accountId", id, feed_id, channel, leads, attempts, created_at as "createdAt"`.execute(ctx.db);
  if (!rows[0]) return null;
  const { feed_id, ...delivery } = rows[0];
  const feed = await findAlertedFeed(ctx, accountId, feed_id);
  return feed && { ...delivery, feed };
}
