import { actingAs, userActor } from '../../audit/actor.ts';
import { recordAudit } from '../../audit/record-audit.ts';
import type { Context } from '../../context.ts';
import { isLastOwner, lockMembers } from '../../users/lock-members.ts';
import { type Role, roles } from '../../users/roles.ts';
import { withinAccount } from '../../within-account.ts';
import type { IdentityProvider } from './identity-provider.ts';

/** Returns the highest role that a person's groups give in each account. */
export function highestRoles(provider: Pick<IdentityProvider, 'roles'>, groups: string[]): Map<string, Role> {
  const highest = new Map<string, Role>();
  for (const { group, accountId, role } of provider.roles) {
    const current = highest.get(accountId);
    if (groups.includes(group) && (current === undefined || roles.indexOf(role) < roles.indexOf(current))) highest.set(accountId, role);
  }
  return highest;
}

/** Lists the accounts in which groups give roles, without deleted ones. */
export async function listGroupAccounts(ctx: Context, provider: Pick<IdentityProvider, 'roles'>): Promise<string[]> {
  const accountIds = [...new Set(provider.roles.map(({ accountId }) => accountId))];
  const rows = await Promise.all(
    accountIds.map((id) =>
      withinAccount(ctx, id).db.selectFrom('accounts').select('id').where('id', '=', id).where('closed_at', 'is', null).executeTakeFirst(),
    ),
  );
  return accountIds.filter((_, index) => rows[index] !== undefined);
}

/** Updates the roles that come from groups. Roles granted in Leadlight do not change, and the last owner of an account stays its owner. */
export async function updateGroupRoles(ctx: Context, provider: IdentityProvider, userId: string, groups: string[]): Promise<void> {
  const highest = highestRoles(provider, groups);
  const fromGroups = await ctx.db
    .selectFrom('memberships')
    .select('account_id')
    .where('user_id', '=', userId)
    .where('is_from_group', '=', true)
    .execute();
  const accountIds = new Set([...(await listGroupAccounts(ctx, provider)), ...fromGroups.map(({ account_id }) => account_id)]);
  for (const accountId of accountIds) await updateRole(ctx, { accountId, userId, role: highest.get(accountId) ?? null });
}

async function updateRole(
  ctx: Context,
  { accountId, userId, role }: { accountId: string; userId: string; role: Role | null },
): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
    const members = await lockMembers(trx, accountId);
    const membership = members.find(({ user_id }) => user_id === userId);
    if (membership?.role === role || (!membership && role === null) || (membership && !membership.is_from_group)) return;
    if (isLastOwner(members, userId)) return;
    if (role === null) {
      await trx.deleteFrom('memberships').where('account_id', '=', accountId).where('user_id', '=', userId).execute();
    } else {
      await trx
        .insertInto('memberships')
        .values({ user_id: userId, account_id: accountId, role, is_from_group: true, created_at: ctx.clock.now() })
        .onConflict((conflict) => conflict.columns(['user_id', 'account_id']).doUpdateSet({ role }))
        .execute();
    }
    const subject = { kind: 'user', id: userId };
    await recordAudit(actingAs(ctx, userActor(userId)), trx, {
      for: { accountId },
      action: role === null ? 'user.left' : 'user.granted',
      subject,
      detail: { from: 'identity provider', ...(role !== null && { role }) },
    });
  });
}
