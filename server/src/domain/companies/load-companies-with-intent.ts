import type { Context } from '../context.ts';
import { type LoadedCompany, loadCompaniesById } from './load-company.ts';
import { type CompanyIntent, loadIntents } from './load-intents.ts';

export type CompanyWithIntent = { company: LoadedCompany; intent: CompanyIntent | null };

/**
 * Loads companies free of charge, so callers pass only those that visited the account's site. The keys are the ids as given, even if the
 * company was merged.
 */
export async function loadCompaniesWithIntent(
  ctx: Context,
  accountId: string,
  companyIds: readonly string[],
): Promise<Map<string, CompanyWithIntent>> {
  const ids = [...new Set(companyIds)];
  if (ids.length === 0) return new Map();
  const companies = await loadCompaniesById(ctx, accountId, ids);
  const intents = await loadIntents(ctx, accountId, [...new Set([...companies.values()].map(({ id }) => id))]);
  return new Map([...companies].map(([given, company]) => [given, { company, intent: intents.get(company.id) ?? null }]));
}
