import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';
import { getUserByEmail } from './get-user-by-email.ts';
import { isLastOwner, lockMembers } from './lock-members.ts';
import { revokeOauthAccess } from './revoke-oauth-access.ts';

/**
 * Deletes a user with memberships, credentials, sessions and consents. Notes and other content remain in the account, without the user's
 * name.
 */
export async function deleteUser(ctx: Context, email: string): Promise<{ id: string }> {
  const user = await getUserByEmail(ctx, email);
  await ctx.db.transaction().execute(async (trx) => {
    for (const { accountId } of user.memberships) {
      if (isLastOwner(await lockMembers(trx, accountId), user.id)) {
        throw new Problem('conflict', `Account ${accountId} would have no owner: make another user an owner first.`);
      }
    }
    // Recorded before the deletion, because the accounts of the user are unknown afterwards.
    await recordAudit(ctx, trx, { for: { userId: user.id }, action: 'user.deleted', subject: { kind: 'user', id: user.id } });
    await revokeOauthAccess(trx, user.id);
    await trx.deleteFrom('users').where('id', '=', user.id).execute();
  });
  return { id: user.id };
}
