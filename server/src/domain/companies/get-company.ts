import type { Context } from '../context.ts';
import { revealRecords } from '../credits/reveal-records.ts';
import { Problem } from '../problem.ts';
import { type CompanyRelations, loadCompanyRelations } from './company-relations.ts';
import { type LoadedCompany, loadCompany } from './load-company.ts';
import { type CompanyIntent, loadIntents } from './load-intents.ts';

export type CompanyRecord = { company: LoadedCompany; intent: CompanyIntent | null; relations: CompanyRelations; charged: number };
type CompanyRequest = { companyId: string; include: ReadonlySet<string>; operation: string; requestId: string };

/**
 * Returns the full record of a company. Costs one credit unless the company was revealed in the last twelve months or has visited the
 * account's site. Relations and intent are loaded after the charge.
 */
export async function getCompany(
  ctx: Context,
  account: { id: string; monthlyCredits: number },
  { companyId, include, operation, requestId }: CompanyRequest,
): Promise<CompanyRecord> {
  const company = await loadCompany(ctx, account.id, companyId);
  if (!company) throw new Problem('not_found', `There is no company ${companyId}.`);
  const hasVisited = company.first_visit_at !== null;
  const charged =
    company.revealed || hasVisited
      ? 0
      : await revealRecords(ctx, account, { kind: 'company', recordIds: [company.id], operation, requestId });
  const [intents, relations] = await Promise.all([
    hasVisited ? loadIntents(ctx, account.id, [company.id]) : new Map<string, CompanyIntent>(),
    loadCompanyRelations(ctx, account.id, [company], include),
  ]);
  return { company, intent: intents.get(company.id) ?? null, relations, charged };
}
