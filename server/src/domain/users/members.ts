import { recordAudit } from '../audit/record-audit.ts';
import { checkRecordId } from '../check-record-id.ts';
import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';
import { isLastOwner, lockMembers } from './lock-members.ts';
import { checkRole, type Role } from './roles.ts';

export type Member = { id: string; email: string; firstName: string; lastName: string; role: Role };

export async function listMembers(ctx: Pick<Context, 'db'>, accountId: string): Promise<Member[]> {
  const rows = await ctx.db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['users.id', 'email', 'first_name', 'last_name', 'role'])
    .where('account_id', '=', accountId)
    .orderBy('email')
    .execute();
  return rows.map((row) => ({ id: row.id, email: row.email, firstName: row.first_name, lastName: row.last_name, role: row.role }));
}

type MemberChange = { accountId: string; actorRole: Role; userId: string };

export async function updateMemberRole(ctx: Context, change: MemberChange & { role: string }): Promise<void> {
  const role = checkRole(change.role);
  await changeMember(ctx, change, role, async (trx) => {
    await trx
      .updateTable('memberships')
      // A role set here no longer follows the groups of the identity provider.
      .set({ role, is_from_group: false })
      .where('account_id', '=', change.accountId)
      .where('user_id', '=', change.userId)
      .execute();
    const subject = { kind: 'user', id: change.userId };
    await recordAudit(ctx, trx, { for: { accountId: change.accountId }, action: 'user.role_changed', subject, detail: { role } });
  });
}

export async function removeMember(ctx: Context, change: MemberChange): Promise<void> {
  await changeMember(ctx, change, null, async (trx) => {
    await trx.deleteFrom('memberships').where('account_id', '=', change.accountId).where('user_id', '=', change.userId).execute();
    const subject = { kind: 'user', id: change.userId };
    await recordAudit(ctx, trx, { for: { accountId: change.accountId }, action: 'user.left', subject });
  });
}

/**
 * Only an owner can make somebody an owner, or change or remove an owner. The last owner cannot be changed or removed, because then nobody
 * could manage the account.
 */
async function changeMember(
  ctx: Context,
  { accountId, actorRole, userId }: MemberChange,
  newRole: Role | null,
  write: (trx: Context['db']) => Promise<void>,
): Promise<void> {
  checkRecordId(userId, 'user');
  await ctx.db.transaction().execute(async (trx) => {
    const members = await lockMembers(trx, accountId);
    const member = members.find(({ user_id }) => user_id === userId);
    if (!member) throw new Problem('not_found', 'There is no such user in this account.');
    if (actorRole !== 'owner' && (member.role === 'owner' || newRole === 'owner')) {
      throw new Problem('forbidden', 'Only an owner can do this.');
    }
    if (newRole !== 'owner' && isLastOwner(members, userId)) {
      throw new Problem('conflict', 'An account needs an owner: make another user an owner first.');
    }
    await write(trx);
  });
}
