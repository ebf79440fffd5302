import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';
import { checkRecordId } from '../record-id.ts';

/** The lead's id, if the account has it. The id of a company that was merged into another one leads to that one. */
export async function findLead(ctx: Context, accountId: string, leadId: string): Promise<string> {
  const { rows } = await sql<{ company_id: string }>`
    select l.company_id from companies c join leads l on l.account_id = ${accountId} and l.company_id = coalesce(c.merged_into, c.id)
    where c.id = ${checkRecordId(leadId, 'lead')} and l.first_visit_at is not null`.execute(ctx.db);
  if (!rows[0]) throw new Problem('not_found', `There is no lead ${leadId}.`);
  return rows[0].company_id;
}
