import { sql } from 'kysely';
import type { Context } from '../context.ts';

/** Finds a lead by company id, following merges. */
export async function findLeadId(
  ctx: Pick<Context, 'db'>,
  accountId: string,
  companyId: string,
): Promise<{ companyId: string; hasVisits: boolean } | null> {
  const { rows } = await sql<{ companyId: string; hasVisits: boolean }>`
    select l.company_id as "companyId", l.first_visit_at is not null as "hasVisits"
    from companies c join leads l on l.account_id = ${accountId} and l.company_id = coalesce(c.merged_into, c.id)
    where c.id = ${companyId}`.execute(ctx.db);
  return rows[0] ?? null;
}
