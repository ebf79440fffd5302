import type { Context } from '../context.ts';
import { findLead } from './get-lead-id.ts';
import type { Lead } from './lead.ts';
import { loadLeads } from './load-leads.ts';

/** One lead with the sums of all its visits. */
export async function getLead(ctx: Context, accountId: string, leadId: string): Promise<Lead> {
  const [lead] = await loadLeads(ctx.db, accountId, [await findLead(ctx, accountId, leadId)], null);
  return lead!;
}
