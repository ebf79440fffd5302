import { checkRecordId } from '../check-record-id.ts';
import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';
import { findLead } from './find-lead.ts';

/** Returns the company id of a lead, following merges, even if its visits were deleted. */
export async function getLeadId(ctx: Context, accountId: string, companyId: string): Promise<string> {
  const lead = await findLead(ctx, accountId, checkRecordId(companyId, 'company'));
  if (!lead) throw new Problem('not_found', 'This company has not visited the account’s site.');
  return lead.companyId;
}
