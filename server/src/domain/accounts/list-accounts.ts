import type { Context } from '../context.ts';
import type { Account, Plan } from './account.ts';

/** Every account of the installation: for the operator, never for a door. */
export async function listAccounts(ctx: Context): Promise<Account[]> {
  const rows = await ctx.db
    .selectFrom('accounts')
    .select(['id', 'name', 'plan', 'timezone', 'monthly_credits', 'company_id'])
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    plan: row.plan as Plan,
    timezone: row.timezone,
    monthlyCredits: row.monthly_credits,
    companyId: row.company_id,
  }));
}
