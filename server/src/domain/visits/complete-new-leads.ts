import type { Database } from '../../db/connect.ts';
import { connectNewLeads } from '../crm/connect-new-leads.ts';
import { updateEmailedTo } from '../emails/update-emailed-to.ts';

/** Adds data to new leads that the account already had about their companies: CRM records and e-mails. */
export async function completeNewLeads(db: Database, accountId: string, companyIds: readonly string[]): Promise<void> {
  await connectNewLeads(db, accountId, companyIds);
  await updateEmailedTo(db, accountId, companyIds);
}
