import type { Account } from '../accounts/account.ts';
import { getAccount } from '../accounts/get-account.ts';
import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';
import { withinAccount } from '../within-account.ts';
import type { Role } from './roles.ts';
import type { UserWithMemberships } from './user.ts';

export type OwnAccount = Account & { role: Role };

/** Lists the accounts of a user, with one query each: a query across accounts would reach all nodes of a cluster. */
export async function listOwnAccounts(ctx: Context, { memberships }: UserWithMemberships): Promise<OwnAccount[]> {
  const accounts = await Promise.all(
    memberships.map(async ({ accountId, role }) => {
      try {
        return { ...(await getAccount(withinAccount(ctx, accountId), accountId)), role };
      } catch (error) {
        if (error instanceof Problem && error.kind === 'not_found') return null;
        throw error;
      }
    }),
  );
  return accounts.filter((account) => account !== null).sort((a, b) => a.name.localeCompare(b.name) || Number(a.id) - Number(b.id));
}
