import type { Database } from '../../db/connect.ts';
import { connectCompanies } from '../crm/connect-companies.ts';
import { updateEmailedTo } from '../emails/update-emailed-to.ts';

/** Adds data to new leads that the account already had about their companies: CRM records and e-mails. */
export async function completeNewLeads(db: Database, accountId: string, companyIds: readonly string[]): Promise<void> {
  await connectCompanies(db, accountId, companyIds);
  await updateEmailedTo(db, accountId, companyIds);
}
