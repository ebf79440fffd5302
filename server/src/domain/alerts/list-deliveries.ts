import type { Context } from '../context.ts';
import { findAlertRow } from '../feeds/custom-feed.ts';
import type { Attempt, DeliveryStatus } from './delivery.ts';

type DeliveryRecord = {
  id: string;
  channel: 'email' | 'webhook';
  status: DeliveryStatus;
  createdAt: Date;
  completedAt: Date | null;
  nextAttemptAt: Date | null;
  attempts: Attempt[];
  companies: { id: string; name: string }[];
};

const maxDeliveries = 100;

/** Lists the latest messages of a feed with all delivery attempts. */
export async function listDeliveries(ctx: Context, accountId: string, feedId: string): Promise<DeliveryRecord[]> {
  const feed = await findAlertRow(ctx, accountId, feedId);
  if (!feed) return [];
  const rows = await ctx.db
    .selectFrom('alert_deliveries')
    .select(['id', 'channel', 'status', 'created_at', 'completed_at', 'next_attempt_at', 'log', 'leads'])
    .where('account_id', '=', accountId)
    .where('feed_id', '=', feed.id)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(maxDeliveries)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    channel: row.channel,
    status: row.status,
    createdAt: row.created_at,
    completedAt: row.completed_at,
    nextAttemptAt: row.status === 'pending' ? row.next_attempt_at : null,
    attempts: row.log,
    companies: row.leads.map(({ id, attributes }) => ({ id, name: attributes.name })),
  }));
}
