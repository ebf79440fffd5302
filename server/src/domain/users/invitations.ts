import { dayMs } from '../../lib/day-ms.ts';
import { firstOf } from '../../lib/first-of.ts';
import { createSecret, hashSecret, isWellFormedSecret } from '../../lib/secrets.ts';
import { getAccount } from '../accounts/get-account.ts';
import { withAudit } from '../audit/record-audit.ts';
import { checkRecordId } from '../check-record-id.ts';
import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';
import { withinAccount } from '../within-account.ts';
import { checkRole, type Role } from './roles.ts';
import { checkEmail, demoEmail } from './user.ts';

const invitationPrefix = 'lli_';
export const validDays = 7;

type Invitation = { id: string; email: string; role: Role; createdAt: Date; expiresAt: Date };
/** `secret` is for the link; only its hash is stored. */
export type NewInvitation = { id: string; email: string; role: Role; secret: string };
/** `isMailed`: the link was only sent to the invited e-mail address. `createsUser`: a person who is not a user yet can accept it. */
type InvitationLink = {
  id: string;
  accountId: string;
  accountName: string;
  email: string;
  role: Role;
  isMailed: boolean;
  createsUser: boolean;
};

/** Creates an invitation, which replaces an earlier one to the same address. Returns the secret of its link, which is not stored. */
export async function inviteUser(
  ctx: Context,
  accountId: string,
  input: { email: string; role: string; invitedBy: string },
): Promise<NewInvitation> {
  const email = checkEmail(input.email);
  const member = await ctx.db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select('users.id')
    .where('users.email', '=', email)
    .where('memberships.account_id', '=', accountId)
    .executeTakeFirst();
  if (member) throw new Problem('conflict', `${email} is already a user of this account.`);
  const secret = createSecret(invitationPrefix);
  const id = firstOf(await ctx.ids.records(ctx.db, 1));
  const now = ctx.clock.now();
  const values = {
    id,
    hash: hashSecret(secret),
    role: checkRole(input.role),
    invited_by: input.invitedBy,
    is_mailed: ctx.outgoing?.mail != null,
    created_at: now,
    expires_at: new Date(now.getTime() + validDays * dayMs),
  };
  await withAudit(
    ctx,
    (trx) =>
      trx
        .insertInto('invitations')
        .values({ account_id: accountId, email, ...values })
        .onConflict((conflict) => conflict.columns(['account_id', 'email']).doUpdateSet(values))
        .execute(),
    () => ({ for: { accountId }, action: 'invitation.created', subject: { kind: 'invitation', id }, detail: { role: values.role } }),
  );
  return { id, email, role: values.role, secret };
}

/** Lists the invitations of an account, including recently expired ones, so that they can be renewed. */
export async function listInvitations(ctx: Context, accountId: string): Promise<Invitation[]> {
  const rows = await ctx.db
    .selectFrom('invitations')
    .select(['id', 'email', 'role', 'created_at', 'expires_at'])
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    email: row.email,
    role: row.role,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  }));
}

/** Renews the invitation for another seven days; the previous link stops working. */
export async function renewInvitation(ctx: Context, accountId: string, invitationId: string, invitedBy: string): Promise<NewInvitation> {
  const { email, role } = await getInvitation(ctx, accountId, invitationId);
  return inviteUser(ctx, accountId, { email, role, invitedBy });
}

export async function getInvitation(ctx: Context, accountId: string, invitationId: string): Promise<Invitation> {
  const id = checkRecordId(invitationId, 'invitation');
  const found = (await listInvitations(ctx, accountId)).find((invitation) => invitation.id === id);
  if (!found) throw new Problem('not_found', `There is no invitation ${invitationId}.`);
  return found;
}

export async function revokeInvitation(ctx: Context, accountId: string, invitationId: string): Promise<void> {
  const id = checkRecordId(invitationId, 'invitation');
  const revoke = async (trx: Context['db']) => {
    const result = await trx.deleteFrom('invitations').where('account_id', '=', accountId).where('id', '=', id).executeTakeFirst();
    if (result.numDeletedRows === 0n) throw new Problem('not_found', `There is no invitation ${invitationId}.`);
  };
  await withAudit(ctx, revoke, () => ({ for: { accountId }, action: 'invitation.revoked', subject: { kind: 'invitation', id } }));
}

/** Returns the invitation of a link. Does not reveal whether its e-mail address belongs to a user. */
export async function getInvitationBySecret(ctx: Context, secret: string): Promise<InvitationLink> {
  const row = isWellFormedSecret(invitationPrefix, secret)
    ? await ctx.db
        .selectFrom('invitations')
        .select(['id', 'account_id', 'email', 'role', 'expires_at', 'is_mailed'])
        .where('hash', '=', hashSecret(secret))
        .executeTakeFirst()
    : undefined;
  if (!row || row.expires_at <= ctx.clock.now()) {
    throw unusableInvitation();
  }
  const account = await getAccount(withinAccount(ctx, row.account_id), row.account_id);
  return {
    id: row.id,
    accountId: account.id,
    accountName: account.name,
    email: row.email,
    role: row.role,
    isMailed: row.is_mailed,
    createsUser: row.is_mailed || !(await hasUsersOutside(ctx, account.id)),
  };
}

export function unusableInvitation(): Problem {
  return new Problem('not_found', 'This invitation has expired or was used: ask for a new one.');
}

/**
 * With a link that was not mailed, an admin could invite any e-mail address and try to create a user with it, to find out whether that user
 * exists. Such a link therefore creates users only while all users belong to the account, where the admin sees them anyway. The demo user
 * does not count.
 */
async function hasUsersOutside(ctx: Context, accountId: string): Promise<boolean> {
  const members = ctx.db.selectFrom('memberships').select('user_id').where('account_id', '=', accountId);
  const outside = await ctx.db
    .selectFrom('users')
    .select('id')
    .where('id', 'not in', members)
    .where('email', '!=', demoEmail)
    .limit(1)
    .executeTakeFirst();
  return outside !== undefined;
}
