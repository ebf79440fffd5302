import { sql } from 'kysely';
import type { Context } from '../context.ts';

/** Finds a lead by company id, following merges. */
export async function findLead(
  ctx: Pick<Context, 'db'>,
  accountId: string,
  companyId: string,
): Promise<{ companyId: string; hasVisits: boolean } | null> {
  // A subquery: with a join, the planner would read all leads of the account.
  const { rows } = await sql<{ companyId: string; hasVisits: boolean }>`
    select l.company_id as "companyId", l.first_visit_at is not null as "hasVisits"
    from leads l
    where l.account_id = ${accountId} and l.company_id = (select coalesce(c.merged_into, c.id) from companies c where c.id = ${companyId})`.execute(
    ctx.db,
  );
  return rows[0] ?? null;
}
