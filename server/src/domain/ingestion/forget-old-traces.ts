import { sql } from 'kysely';
import type { Context } from '../context.ts';

const saltHours = 48;
const eventIdDays = 40;
const windowHours = 2;

/** Salts go after two days, and with them every way back from a visitor's hash. Ids of events are kept as long as senders may repeat them. */
export async function forgetOldTraces(ctx: Context): Promise<void> {
  const before = (hours: number) => new Date(ctx.clock.now().getTime() - hours * 3_600_000);
  await ctx.db.deleteFrom('visitor_salts').where('created_at', '<', before(saltHours)).execute();
  await sql`delete from event_ids where seen_at < ${before(eventIdDays * 24)}`.execute(ctx.db);
  await ctx.db.deleteFrom('request_windows').where('begins_at', '<', before(windowHours)).where('subject', 'not like', 'month:%').execute();
}
