import type { Plan } from '../accounts/account.ts';
import type { Context } from '../context.ts';
import { type DataProcessing, dataProcessingOf } from '../settings/data-processing.ts';
import { withinAccount } from '../within-account.ts';
import { canManageApi } from './roles.ts';

export type MemberAccount = {
  id: string;
  name: string;
  plan: Plan;
  timezone: string;
  processing: DataProcessing;
  /** Whether the user may access the account through an API. */
  canUseApi: boolean;
};

/** Returns null both if the account does not exist and if the user does not belong to it, so that nobody learns which accounts exist. */
export async function findMemberAccount(ctx: Context, userId: string, accountId: string): Promise<MemberAccount | null> {
  const membership = await ctx.db
    .selectFrom('memberships')
    .select(['account_id', 'role', 'permissions'])
    .where('user_id', '=', userId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (!membership) return null;
  const row = await withinAccount(ctx, accountId)
    .db.selectFrom('accounts')
    .select(['id', 'name', 'plan', 'timezone', 'data_processing'])
    .where('id', '=', accountId)
    .executeTakeFirst();
  if (!row) return null;
  return {
    id: row.id,
    name: row.name,
    plan: row.plan,
    timezone: row.timezone,
    processing: dataProcessingOf(row.data_processing),
    canUseApi: canManageApi({ accountId, role: membership.role, permissions: membership.permissions }),
  };
}

/** Lists the accounts of a user by id. Uses one query per account, because on a cluster accounts are on different nodes. */
export async function listMemberAccounts(ctx: Context, userId: string): Promise<MemberAccount[]> {
  const memberships = await ctx.db
    .selectFrom('memberships')
    .select('account_id')
    .where('user_id', '=', userId)
    .orderBy('account_id')
    .execute();
  const accounts: MemberAccount[] = [];
  for (const { account_id } of memberships) {
    const account = await findMemberAccount(ctx, userId, account_id);
    if (account) accounts.push(account);
  }
  return accounts;
}
