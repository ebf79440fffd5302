import { sql } from 'kysely';
import type { Context } from '../context.ts';

const keptDays = 90;

export async function deleteOldNotifications(ctx: Context): Promise<void> {
  await sql`delete from notifications where created_at < ${new Date(ctx.clock.now().getTime() - keptDays * 86_400_000)}`.execute(ctx.db);
}
