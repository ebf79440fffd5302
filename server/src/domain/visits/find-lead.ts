import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';
import { checkRecordId } from '../record-id.ts';

/** Makes sure that the account has this lead. */
export async function findLead(ctx: Context, accountId: string, leadId: string): Promise<string> {
  const row = await ctx.db
    .selectFrom('leads')
    .select('company_id')
    .where('account_id', '=', accountId)
    .where('company_id', '=', checkRecordId(leadId, 'lead'))
    .where('first_visit_at', 'is not', null)
    .executeTakeFirst();
  if (!row) throw new Problem('not_found', `There is no lead ${leadId}.`);
  return row.company_id;
}
