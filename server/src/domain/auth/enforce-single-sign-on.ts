import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';

/** Rejects passwords and passkeys of users who must sign in through the identity provider. */
export async function enforceSingleSignOn(ctx: Context, userId: string): Promise<void> {
  if (!(await requiresSingleSignOn(ctx, userId))) return;
  throw new Problem('forbidden', `Sign in with ${ctx.identityProvider?.name}: passwords are only for owners here.`);
}

/** Whether a user must sign in through the identity provider (single sign-on). Owners are exempt, in case the provider fails. */
export async function requiresSingleSignOn(ctx: Context, userId: string): Promise<boolean> {
  const provider = ctx.identityProvider;
  if (!provider || provider.allowsPasswords) return false;
  const owner = await ctx.db
    .selectFrom('memberships')
    .select('role')
    .where('user_id', '=', userId)
    .where('role', '=', 'owner')
    .limit(1)
    .executeTakeFirst();
  return owner === undefined;
}
