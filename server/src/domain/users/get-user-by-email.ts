import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';
import { getUser } from './get-user.ts';
import { checkEmail, type UserWithMemberships } from './user.ts';

export async function getUserByEmail(ctx: Context, email: string): Promise<UserWithMemberships> {
  const row = await ctx.db.selectFrom('users').select('id').where('email', '=', checkEmail(email)).executeTakeFirst();
  if (!row) throw new Problem('not_found', `There is no user ${email}.`);
  return getUser(ctx, row.id);
}
