import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { revealRecords } from '../credits/reveal-records.ts';

export type PayingAccount = { id: string; monthlyCredits: number };
/** The request that is charged. */
export type ChargedRequest = { operation: string; requestId: string };

/**
 * Reveals companies for one credit each, all or none, and returns the credits charged. Companies that visited the account's site are free.
 */
export async function revealCompanies(
  ctx: Context,
  account: PayingAccount,
  companyIds: readonly string[],
  { operation, requestId }: ChargedRequest,
): Promise<number> {
  if (companyIds.length === 0) return 0;
  const { rows } = await sql<{ company_id: string }>`
    select company_id from leads where account_id = ${account.id} and company_id = any(${companyIds}::bigint[]) and first_visit_at is not null`.execute(
    ctx.db,
  );
  const leadIds = new Set(rows.map(({ company_id }) => company_id));
  const recordIds = companyIds.filter((id) => !leadIds.has(id));
  return recordIds.length === 0 ? 0 : revealRecords(ctx, account, { kind: 'company', recordIds, operation, requestId });
}
