import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';
import { checkRecordId } from '../record-id.ts';
import type { Account, Plan } from './account.ts';

export async function getAccount(ctx: Context, accountId: string): Promise<Account> {
  const row = await ctx.db
    .selectFrom('accounts')
    .select(['id', 'name', 'plan', 'timezone', 'monthly_credits', 'company_id'])
    .where('id', '=', checkRecordId(accountId, 'account'))
    .executeTakeFirst();
  if (!row) throw new Problem('not_found', `There is no account ${accountId}.`);
  return {
    id: row.id,
    name: row.name,
    plan: row.plan as Plan,
    timezone: row.timezone,
    monthlyCredits: row.monthly_credits,
    companyId: row.company_id,
  };
}
