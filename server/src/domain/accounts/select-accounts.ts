import type { Context } from '../context.ts';

/** Base query for accounts; callers add their conditions. */
export function selectAccounts({ db }: Context) {
  return db
    .selectFrom('accounts')
    .select(['id', 'name', 'plan', 'timezone', 'monthly_credits as monthlyCredits', 'company_id as companyId']);
}
