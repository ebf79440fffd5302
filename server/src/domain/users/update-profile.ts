import type { Context } from '../context.ts';
import type { User } from './user.ts';

/** Changes the name and language of a user. */
export async function updateProfile(
  ctx: Context,
  userId: string,
  { firstName, lastName, language }: Partial<Pick<User, 'firstName' | 'lastName' | 'language'>>,
): Promise<void> {
  const change = {
    ...(firstName !== undefined && { first_name: firstName.trim() }),
    ...(lastName !== undefined && { last_name: lastName.trim() }),
    ...(language !== undefined && { language }),
  };
  if (Object.keys(change).length > 0) await ctx.db.updateTable('users').set(change).where('id', '=', userId).execute();
}
