import { firstOf } from '../../lib/first-of.ts';
import type { Context } from '../context.ts';
import { getVisitedLeadId } from './get-visited-lead-id.ts';
import type { Lead, LeadPart } from './lead.ts';
import { loadLeads } from './load-leads.ts';

/** Returns one lead, with its activity of all time. */
export async function getLead<Part extends LeadPart>(
  ctx: Context,
  accountId: string,
  leadId: string,
  parts: readonly Part[],
): Promise<Lead<Part>> {
  const companyId = await getVisitedLeadId(ctx, accountId, leadId);
  return firstOf(await loadLeads(ctx.db, accountId, [companyId], { parts }));
}
