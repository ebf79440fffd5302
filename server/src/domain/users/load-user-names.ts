import type { Context } from '../context.ts';

/** Returns display names by user id. This is a separate query, because users are not part of an account's data. */
export async function loadUserNames(ctx: Context, userIds: string[]): Promise<Map<string, string>> {
  if (userIds.length === 0) return new Map();
  const users = await ctx.db
    .selectFrom('users')
    .select(['id', 'email', 'first_name', 'last_name'])
    .where('id', 'in', [...new Set(userIds)])
    .execute();
  return new Map(users.map((user) => [user.id, `${user.first_name} ${user.last_name}`.trim() || user.email]));
}

/** Returns a function that looks up display names, and returns a placeholder for deleted users. */
export async function loadAuthorNames(ctx: Context, userIds: string[]): Promise<(userId: string) => string> {
  const names = await loadUserNames(ctx, userIds);
  return (userId) => names.get(userId) ?? 'former user';
}
