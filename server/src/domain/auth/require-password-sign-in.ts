import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';

/** Refuses a password where only the identity provider may be used. Owners keep theirs for the case that it fails. */
export async function requirePasswordSignIn(ctx: Context, userId: string): Promise<void> {
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
