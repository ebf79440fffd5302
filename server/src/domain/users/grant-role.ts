import type { Database } from '../../db/connect.ts';
import { getAccount } from '../accounts/get-account.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';
import { withinAccount } from '../within-account.ts';
import { getUserByEmail } from './get-user-by-email.ts';
import { isLastOwner, lockMembers } from './lock-members.ts';
import { checkRole, roles } from './roles.ts';

const grantablePermissions = ['manage_api'];

type Grant = {
  accountId: string;
  email: string;
  role: string;
  /** If omitted, a member keeps theirs. */
  permissions?: string[];
  /** An invitation does not change a role granted since it was sent, nor lower a role from a group of the identity provider. */
  isInvitation?: boolean;
};

/**
 * Gives a user access to an account, or changes their role. A user with an unconfirmed e-mail address cannot join another account, because
 * that e-mail address may belong to another person. `alsoWrite` runs in the same transaction.
 */
export async function grantRole(
  ctx: Context,
  { accountId, email, role, permissions, isInvitation = false }: Grant,
  alsoWrite?: (trx: Database) => Promise<void>,
): Promise<{ id: string }> {
  const unknown = permissions?.find((permission) => !grantablePermissions.includes(permission));
  if (unknown !== undefined) {
    throw new Problem('invalid_input', {
      title: `There is no permission "${unknown}": choose one of ${grantablePermissions.join(', ')}.`,
      parameter: 'permissions',
    });
  }
  const user = await getUserByEmail(ctx, email);
  await getAccount(withinAccount(ctx, accountId), accountId);
  const isMember = user.memberships.some((membership) => membership.accountId === accountId);
  if (!isMember && !user.isEmailConfirmed) throw unconfirmed(user.email);
  const values = { role: checkRole(role), ...(permissions && { permissions }) };
  await ctx.db.transaction().execute(async (trx) => {
    const members = await lockMembers(trx, accountId);
    await alsoWrite?.(trx);
    const currentMembership = members.find(({ user_id }) => user_id === user.id);
    if (
      isInvitation &&
      currentMembership &&
      (!currentMembership.is_from_group || roles.indexOf(currentMembership.role) < roles.indexOf(values.role))
    )
      return;
    if (values.role !== 'owner' && isLastOwner(members, user.id)) {
      throw new Problem('conflict', 'An account needs an owner: make another user an owner first.');
    }
    const granted = { ...values, is_from_group: false };
    await trx
      .insertInto('memberships')
      .values({ user_id: user.id, account_id: accountId, ...granted, created_at: ctx.clock.now() })
      .onConflict((conflict) => conflict.columns(['user_id', 'account_id']).doUpdateSet(granted))
      .execute();
    await recordAudit(ctx, trx, { for: { accountId }, action: 'user.granted', subject: { kind: 'user', id: user.id }, detail: values });
  });
  return { id: user.id };
}

function unconfirmed(email: string): Problem {
  return new Problem(
    'forbidden',
    `The e-mail address ${email} is not confirmed, so this user cannot join another account. It is confirmed when the user resets the password by e-mail, or when the operator runs "leadlight user confirm --email ${email}".`,
  );
}
