import type { Database } from '../../db/connect.ts';
import { connectCompanies } from '../crm/connect-companies.ts';
import { updateEmailedTo } from '../emails/update-emailed-to.ts';

/** Adds what the account already knew about the companies of new leads. */
export async function completeNewLeads(db: Database, accountId: string, companyIds: readonly string[]): Promise<void> {
  await connectCompanies(db, accountId, companyIds);
  await updateEmailedTo(db, accountId, companyIds);
}
