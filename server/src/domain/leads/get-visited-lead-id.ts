import { checkRecordId } from '../check-record-id.ts';
import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';
import { findLeadId } from './find-lead-id.ts';

/** Returns the current company id of a lead that has visits. */
export async function getVisitedLeadId(ctx: Context, accountId: string, leadId: string): Promise<string> {
  const lead = await findLeadId(ctx, accountId, checkRecordId(leadId, 'lead'));
  if (!lead?.hasVisits) throw new Problem('not_found', `There is no lead ${leadId}.`);
  return lead.companyId;
}
