import { sql } from 'kysely';
import type { Context } from '../context.ts';

type LastVisit = { visits: number; lastVisitAt: Date | null };

/** Loads the number of visits and the last visit of companies. Companies that never visited the account's site are omitted. */
export async function loadLastVisits(ctx: Context, accountId: string, companyIds: readonly string[]): Promise<Map<string, LastVisit>> {
  if (companyIds.length === 0) return new Map();
  const { rows } = await sql<LastVisit & { companyId: string }>`
    select company_id as "companyId", visits, last_visit_at as "lastVisitAt" from leads
    where account_id = ${accountId} and company_id = any(${companyIds}::bigint[])`.execute(ctx.db);
  return new Map(rows.map(({ companyId, ...visit }) => [companyId, visit]));
}
