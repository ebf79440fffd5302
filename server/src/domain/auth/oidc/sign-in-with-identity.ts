import { actingAs, userActor } from '../../audit/actor.ts';
import { withAudit } from '../../audit/record-audit.ts';
import type { Context } from '../../context.ts';
import { createUser } from '../../users/create-user.ts';
import { checkEmail } from '../../users/user.ts';
import { createSession } from '../create-session.ts';
import { writePassword } from '../write-password.ts';
import type { Identity, IdentityProvider } from './identity-provider.ts';
import { highestRoles, listGroupAccounts, updateGroupRoles } from './update-group-roles.ts';

type IdentityWithEmail = Identity & { email: string };

/** The secret of a new session, or the reason for the refusal. */
type IdentitySignIn = { session: string } | { refused: 'no_access' | 'email_not_verified' };

/**
 * Signs in a person whom the identity provider has authenticated, including any second factor. An unknown identity is linked to the user
 * with its e-mail address, or becomes a new user if a group gives it access.
 */
export async function signInWithIdentity(
  ctx: Context,
  provider: IdentityProvider,
  identity: Identity,
  userAgent: string,
): Promise<IdentitySignIn> {
  const linked = await findLinkedUser(ctx, identity);
  const { email } = identity;
  if (linked === null && email === null) return { refused: 'email_not_verified' };
  const userId = linked ?? (await linkUser(ctx, provider, { ...identity, email: checkEmail(email ?? '') }));
  if (userId === null) return { refused: 'no_access' };
  await updateGroupRoles(ctx, provider, userId, identity.groups);
  const membership = await ctx.db.selectFrom('memberships').select('role').where('user_id', '=', userId).limit(1).executeTakeFirst();
  if (!membership) return { refused: 'no_access' };
  return { session: await createSession(ctx, userId, userAgent) };
}

async function findLinkedUser(ctx: Context, { issuer, subject }: Identity): Promise<string | null> {
  const row = await ctx.db
    .updateTable('oidc_identities')
    .set({ last_used_at: ctx.clock.now() })
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .returning('user_id')
    .executeTakeFirst();
  return row?.user_id ?? null;
}

async function linkUser(ctx: Context, provider: IdentityProvider, identity: IdentityWithEmail): Promise<string | null> {
  const { email } = identity;
  const existing = await ctx.db.selectFrom('users').select(['id', 'email_confirmed_at']).where('email', '=', email).executeTakeFirst();
  const userId = existing?.id ?? (await createFromGroups(ctx, provider, identity));
  if (userId === null) return null;
  const now = ctx.clock.now();
  const link = async (trx: Context['db']) => {
    // Somebody else may have created this user with an e-mail address that is not theirs. Removing the password revokes their
    // credentials, too.
    if (existing && existing.email_confirmed_at === null) {
      await writePassword(ctx, trx, { userId, password: null, confirmsEmail: true });
    }
    await trx
      .insertInto('oidc_identities')
      .values({ issuer: identity.issuer, subject: identity.subject, user_id: userId, created_at: now, last_used_at: now })
      // A concurrent first sign-in of the same person has linked the identity already.
      .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doNothing())
      .execute();
  };
  await withAudit(actingAs(ctx, userActor(userId)), link, () => ({
    for: { userId },
    action: 'user.identity_linked',
    subject: { kind: 'user', id: userId },
    detail: { issuer: identity.issuer },
  }));
  return userId;
}

/** Creates a user if one of the person's groups gives a role. The user gets no password. */
async function createFromGroups(ctx: Context, provider: IdentityProvider, identity: IdentityWithEmail): Promise<string | null> {
  const highest = highestRoles(provider, identity.groups);
  const accountId = (await listGroupAccounts(ctx, provider)).find((id) => highest.has(id));
  const role = accountId === undefined ? undefined : highest.get(accountId);
  if (accountId === undefined || role === undefined) return null;
  const { email, firstName, lastName } = identity;
  return (await createUser(ctx, { accountId, email, role, firstName, lastName, password: null, isRoleFromGroup: true })).id;
}
