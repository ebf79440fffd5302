import { sql } from 'kysely';
import { dayMs } from '../../lib/day-ms.ts';
import type { Context } from '../context.ts';

const retentionDays = 90;

export async function deleteOldNotifications(ctx: Context): Promise<void> {
  await sql`delete from notifications where created_at < ${new Date(ctx.clock.now().getTime() - retentionDays * dayMs)}`.execute(ctx.db);
}
