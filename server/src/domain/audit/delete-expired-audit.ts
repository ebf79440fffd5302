import { sql } from 'kysely';
import { dayMs } from '../../lib/day-ms.ts';
import type { Context } from '../context.ts';

/** Two years cover audits of the past calendar year. */
export const auditKeptDays = 730;

export async function deleteExpiredAudit(ctx: Context): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - auditKeptDays * dayMs);
  await sql`delete from audit_log where happened_at < ${before}`.execute(ctx.db);
}
