import { sql } from 'kysely';
import { dayMs } from '../../lib/day-ms.ts';
import type { Context } from '../context.ts';

/** Two years, so that an annual audit can cover the whole previous calendar year. */
export const auditRetentionDays = 730;

export async function deleteExpiredAuditEntries(ctx: Context): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - auditRetentionDays * dayMs);
  await sql`delete from audit_log where happened_at < ${before}`.execute(ctx.db);
}
