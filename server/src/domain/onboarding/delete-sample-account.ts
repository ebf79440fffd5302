import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';
import { listOwnAccounts } from '../users/list-own-accounts.ts';
import type { UserWithMemberships } from '../users/user.ts';

export const deleteSampleAccountJobName = 'delete-sample-account';

/** Revokes all access to the sample account immediately and deletes its data in the background. No user is deleted. */
export async function deleteSampleAccount(ctx: Context, user: UserWithMemberships, accountId: string): Promise<void> {
  const accounts = await listOwnAccounts(ctx, user);
  const account = accounts.find(({ id }) => id === accountId);
  if (!account) throw new Problem('not_found', 'There is no such account, or you are not one of its users.');
  if (account.sampleStatus === null) throw new Problem('conflict', 'This account has no sample data.');
  if (account.role !== 'owner') throw new Problem('forbidden', 'Only its owner can remove sample data.');
  if (accounts.length === 1) throw new Problem('conflict', 'You have no other account, so you could no longer use Leadlight.');
  await ctx.db.transaction().execute(async (trx) => {
    await trx.deleteFrom('memberships').where('account_id', '=', accountId).execute();
    await ctx.jobs.add(trx, deleteSampleAccountJobName, { accountId }, { key: `delete-sample ${accountId}` });
  });
}
