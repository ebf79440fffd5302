import { sql } from 'kysely';
import type { Context } from '../context.ts';

/** Two years cover audits of the past calendar year. */
export const auditKeptDays = 730;

export async function deleteExpiredAudit(ctx: Context): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - auditKeptDays * 86_400_000);
  await sql`delete from audit_log where happened_at < ${before}`.execute(ctx.db);
}
