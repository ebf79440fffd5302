import { sql } from 'kysely';
import { dayMs } from '../../lib/day-ms.ts';
import { firstOf } from '../../lib/first-of.ts';
import type { Context } from '../context.ts';
import { type TrackingStatus, trackingStatus } from '../visits/tracking-status.ts';

/** Derives the status of an account's tracker from its processed and waiting events. */
export async function getTrackingStatus(ctx: Context, accountId: string): Promise<TrackingStatus> {
  const now = ctx.clock.now();
  const earliestDay = new Date(now.getTime() - 32 * dayMs).toISOString().slice(0, 10);
  const { rows } = await sql<{ processed: Date | null; hasWaiting: boolean }>`
    select (select max(last_at) from event_outcomes where account_id = ${accountId} and day >= ${earliestDay}::date) as processed,
      exists (select 1 from inbox where account_id = ${accountId}) as "hasWaiting"`.execute(ctx.db);
  return trackingStatus({ lastProcessedAt: firstOf(rows).processed, hasWaitingEvents: firstOf(rows).hasWaiting, now });
}
