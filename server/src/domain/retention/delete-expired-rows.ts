import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { dropOrphans } from '../ingestion/event-queue/drop-orphans.ts';

const saltHours = 48;
const deadLetterHours = 14 * 24;
const limitHours = 2;
/** Expired sessions and invitations are retained for this long. Until then, an expired invitation can be renewed. */
const expiredHours = 30 * 24;

/**
 * Deletes expired salts, event ids, dead letters, sessions, invitations, counters of rate limits and password resets, and events and
 * jobs of deleted accounts. Once the salts are deleted, after two days, visitor hashes can no longer be linked to addresses. Event ids
 * are retained for as long as senders may repeat events.
 */
export async function deleteExpiredRows(ctx: Context): Promise<void> {
  await dropOrphans(ctx);
  const now = ctx.clock.now();
  const before = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
  await ctx.db.deleteFrom('visitor_salts').where('created_at', '<', before(saltHours)).execute();
  await sql`delete from event_ids where keep_until < ${now}`.execute(ctx.db);
  await sql`delete from dead_letters where failed_at < ${before(deadLetterHours)}`.execute(ctx.db);
  await ctx.db.deleteFrom('sessions').where('expires_at', '<', before(expiredHours)).execute();
  await ctx.db.deleteFrom('invitations').where('expires_at', '<', before(expiredHours)).execute();
  await ctx.db.deleteFrom('request_windows').where('begins_at', '<', before(limitHours)).execute();
  await ctx.db.deleteFrom('attempt_limits').where('counted_at', '<', before(limitHours)).execute();
  await ctx.db.deleteFrom('password_resets').where('expires_at', '<', now).execute();
}
