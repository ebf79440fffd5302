import type { Context } from '../context.ts';
import { loadCompanyRelations } from './company-relations.ts';
import type { CompanyRecord } from './get-company.ts';
import { loadCompanies } from './load-company.ts';
import { type CompanyIntent, loadIntents } from './load-intents.ts';
import { type ChargedRequest, type PayingAccount, revealCompanies } from './reveal-companies.ts';

/** Returns the full records of several companies and reveals all of them or none. */
export async function retrieveCompanies(
  ctx: Context,
  account: PayingAccount,
  companyIds: readonly string[],
  { include, ...request }: ChargedRequest & { include: ReadonlySet<string> },
): Promise<{ records: CompanyRecord[]; charged: number }> {
  const companies = await loadCompanies(ctx, account.id, companyIds);
  const unrevealed = companies.filter(({ revealed, first_visit_at }) => !revealed && first_visit_at === null).map(({ id }) => id);
  const charged = await revealCompanies(ctx, account, unrevealed, request);
  const leadIds = companies.filter(({ first_visit_at }) => first_visit_at !== null).map(({ id }) => id);
  const intents: Map<string, CompanyIntent> = await loadIntents(ctx, account.id, leadIds);
  const relations = await loadCompanyRelations(ctx, account.id, companies, include);
  const records = companies.map((company) => ({ company, intent: intents.get(company.id) ?? null, relations, charged: 0 }));
  return { records, charged };
}
