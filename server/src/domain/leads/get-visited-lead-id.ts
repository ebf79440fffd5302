import { checkRecordId } from '../check-record-id.ts';
import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';
import { findLead } from './find-lead.ts';

/** Returns the company id of a lead that has visits, following merges. */
export async function getVisitedLeadId(ctx: Context, accountId: string, leadId: string): Promise<string> {
  const lead = await findLead(ctx, accountId, checkRecordId(leadId, 'lead'));
  if (!lead?.hasVisits) throw new Problem('not_found', `There is no lead ${leadId}.`);
  return lead.companyId;
}
