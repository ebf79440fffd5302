import type { Context } from '../context.ts';
import { loadCompanyRelations } from './company-relations.ts';
import type { CompanyRecord } from './get-company.ts';
import { loadCompanies } from './load-company.ts';
import { type CompanyIntent, loadIntents } from './load-intents.ts';
import { type Opening, openCompanies, type PayingAccount } from './open-companies.ts';

/** Returns the full records of several companies, opening all of them or none. */
export async function retrieveCompanies(
  ctx: Context,
  account: PayingAccount,
  companyIds: readonly string[],
  { include, ...opening }: Opening & { include: ReadonlySet<string> },
): Promise<{ records: CompanyRecord[]; charged: number }> {
  const companies = await loadCompanies(ctx, account.id, companyIds);
  const closed = companies.filter(({ opened, first_visit_at }) => !opened && first_visit_at === null).map(({ id }) => id);
  const charged = await openCompanies(ctx, account, closed, opening);
  const visitors = companies.filter(({ first_visit_at }) => first_visit_at !== null).map(({ id }) => id);
  const intents: Map<string, CompanyIntent> = await loadIntents(ctx, account.id, visitors);
  const records: CompanyRecord[] = [];
  for (const company of companies) {
    const relations = await loadCompanyRelations(ctx, account.id, company, include);
    records.push({ company, intent: intents.get(company.id) ?? null, relations, charged: 0 });
  }
  return { records, charged };
}
