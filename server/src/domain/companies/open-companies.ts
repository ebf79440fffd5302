import { sql } from 'kysely';
import { getOrThrow } from '../../lib/get-or-throw.ts';
import type { Context } from '../context.ts';
import { openRecords } from '../credits/open-records.ts';
import { visibleCompany } from './visible-company.ts';

export type PayingAccount = { id: string; monthlyCredits: number };
export type Opening = { operation: string; requestId: string };

/**
 * Opens companies for one credit each, all or none, and returns the credits charged. Companies that visited the account's site are free.
 */
export async function openCompanies(
  ctx: Context,
  account: PayingAccount,
  companyIds: readonly string[],
  { operation, requestId }: Opening,
): Promise<number> {
  if (companyIds.length === 0) return 0;
  const { rows } = await sql<{ company_id: string }>`
    select company_id from leads where account_id = ${account.id} and company_id = any(${companyIds}::bigint[]) and first_visit_at is not null`.execute(
    ctx.db,
  );
  const visitors = new Set(rows.map(({ company_id }) => company_id));
  const recordIds = companyIds.filter((id) => !visitors.has(id));
  return recordIds.length === 0 ? 0 : openRecords(ctx, account, { kind: 'company', recordIds, operation, requestId });
}

/** Maps the given ids to current company ids, in order. Ids of companies that the account cannot see are omitted. */
export async function currentCompanyIds(
  ctx: Pick<Context, 'db'>,
  accountId: string,
  companyIds: readonly string[],
): Promise<Map<string, string>> {
  if (companyIds.length === 0) return new Map();
  const { rows } = await sql<{ given: string; id: string }>`
    select id as given, coalesce(merged_into, id) as id from companies
    where id = any(${companyIds}::bigint[]) and ${visibleCompany(accountId, 'companies')}`.execute(ctx.db);
  const current = new Map(rows.map(({ given, id }) => [given, id]));
  return new Map(companyIds.flatMap((given) => (current.has(given) ? [[given, getOrThrow(current, given)] as const] : [])));
}
