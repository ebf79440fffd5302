import { sql } from 'kysely';
import type { Context } from '../context.ts';

const retentionDays = 30;

/** Deletes completed deliveries after thirty days. */
export async function deleteOldDeliveries(ctx: Context): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - retentionDays * 86_400_000);
  await sql`delete from alert_deliveries where status <> 'pending' and created_at < ${before}`.execute(ctx.db);
}
