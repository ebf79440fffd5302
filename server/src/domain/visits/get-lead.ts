import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';
import { checkRecordId } from '../record-id.ts';
import type { Lead } from './lead.ts';
import { loadLeads } from './load-leads.ts';

/** One lead with the sums of all its visits. */
export async function getLead(ctx: Context, accountId: string, leadId: string): Promise<Lead> {
  const [lead] = await loadLeads(ctx.db, accountId, [checkRecordId(leadId, 'lead')], null);
  // A company whose visits were all judged anew, or forgotten, is no lead any longer.
  if (!lead || lead.firstVisitAt === null) throw new Problem('not_found', `There is no lead ${leadId}.`);
  return lead;
}
