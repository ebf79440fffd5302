import { sql } from 'kysely';
import { dayMs } from '../../lib/day-ms.ts';
import type { Context } from '../context.ts';

const retentionDays = 30;

/** Deletes completed deliveries after thirty days. */
export async function deleteOldDeliveries(ctx: Context): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - retentionDays * dayMs);
  await sql`delete from alert_deliveries where status <> 'pending' and created_at < ${before}`.execute(ctx.db);
}
