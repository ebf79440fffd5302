import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';
import type { UserWithMemberships } from './user.ts';

export async function getUser(ctx: Context, userId: string): Promise<UserWithMemberships> {
  const row = await ctx.db
    .selectFrom('users')
    .select(['id', 'email', 'first_name', 'last_name', 'phone_number', 'country_code', 'language', 'email_confirmed_at'])
    .where('id', '=', userId)
    .executeTakeFirst();
  if (!row) throw new Problem('not_found', `There is no user ${userId}.`);
  const memberships = await ctx.db
    .selectFrom('memberships')
    .select(['account_id', 'role', 'permissions'])
    .where('user_id', '=', userId)
    .orderBy('account_id')
    .execute();
  return {
    id: row.id,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    phoneNumber: row.phone_number,
    countryCode: row.country_code,
    language: row.language,
    isEmailConfirmed: row.email_confirmed_at !== null,
    memberships: memberships.map(({ account_id, role, permissions }) => ({ accountId: account_id, role, permissions })),
  };
}
