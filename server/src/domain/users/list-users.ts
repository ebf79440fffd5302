import type { Context } from '../context.ts';

type ListedUser = { id: string; email: string; isEmailConfirmed: boolean; accounts: { id: string; role: string }[] };

/** Lists all users of the installation, or of one account, for the operator. */
export async function listUsers(ctx: Context, accountId?: string): Promise<ListedUser[]> {
  const rows = await ctx.db
    .selectFrom('users')
    .leftJoin('memberships', 'memberships.user_id', 'users.id')
    .select(['users.id', 'users.email', 'email_confirmed_at', 'memberships.account_id', 'memberships.role'])
    .orderBy('users.id')
    .orderBy('memberships.account_id')
    .execute();
  const users = new Map<string, ListedUser>();
  for (const { id, email, email_confirmed_at, account_id, role } of rows) {
    const user = users.get(id) ?? { id, email, isEmailConfirmed: email_confirmed_at !== null, accounts: [] };
    users.set(id, user);
    if (account_id !== null && role !== null) user.accounts.push({ id: account_id, role });
  }
  return [...users.values()].filter((user) => accountId === undefined || user.accounts.some(({ id }) => id === accountId));
}
