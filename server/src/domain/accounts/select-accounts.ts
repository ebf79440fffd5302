import type { Context } from '../context.ts';
import type { Account, Plan } from './account.ts';

/** Base query for accounts; callers add their conditions. */
export function selectAccounts({ db }: Context) {
  return db
    .selectFrom('accounts')
    .select(['id', 'name', 'plan', 'timezone', 'monthly_credits as monthlyCredits', 'company_id as companyId']);
}

export function accountOf(row: Omit<Account, 'plan'> & { plan: string }): Account {
  return { ...row, plan: row.plan as Plan };
}
