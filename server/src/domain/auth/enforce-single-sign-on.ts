import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';

/**
 * Refuses passwords and passkeys if users must sign in through the identity provider (single sign-on). Owners are exempt, in case the
 * provider fails.
 */
export async function enforceSingleSignOn(ctx: Context, userId: string): Promise<void> {
  const provider = ctx.identityProvider;
  if (!provider || provider.allowsPasswords) return;
  const owner = await ctx.db
    .selectFrom('memberships')
    .select('role')
    .where('user_id', '=', userId)
    .where('role', '=', 'owner')
    .limit(1)
    .executeTakeFirst();
  if (!owner) throw new Problem('forbidden', `Sign in with ${provider.name}: passwords are only for owners here.`);
}
