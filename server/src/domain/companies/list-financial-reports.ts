import type { Context } from '../context.ts';
import { getCompanyId } from './get-company-id.ts';
import { type ChargedRequest, type PayingAccount, revealCompanies } from './reveal-companies.ts';

/**
 * Lists the published annual reports of a company, newest first. A company without reports is not charged. Without `request`, nothing is
 * revealed or charged.
 */
export async function listFinancialReports(ctx: Context, account: PayingAccount, companyId: string, request: ChargedRequest | null) {
  const currentId = await getCompanyId(ctx, account.id, companyId);
  const reports = await ctx.db
    .selectFrom('financial_reports')
    .selectAll()
    .where('company_id', '=', currentId)
    .orderBy('year', 'desc')
    .execute();
  const charged = reports.length === 0 || request === null ? 0 : await revealCompanies(ctx, account, [currentId], request);
  return { companyId: currentId, reports, charged };
}
