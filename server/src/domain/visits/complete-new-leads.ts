import type { Database } from '../../db/connect.ts';
import { connectCompanies } from '../crm/connect-companies.ts';
import { updateEmailedTo } from '../emails/update-emailed-to.ts';

/** Gives leads that are new what the account knew of the companies before their first visit. */
export async function completeNewLeads(db: Database, accountId: string, companyIds: readonly string[]): Promise<void> {
  await connectCompanies(db, accountId, companyIds);
  await updateEmailedTo(db, accountId, companyIds);
}
