import type { Context } from '../../context.ts';

type Passkey = { id: string; name: string; createdAt: Date; lastUsedAt: Date | null };

export async function listPasskeys(ctx: Context, userId: string): Promise<Passkey[]> {
  const rows = await ctx.db
    .selectFrom('passkeys')
    .select(['id', 'name', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(({ id, name, created_at, last_used_at }) => ({ id, name, createdAt: created_at, lastUsedAt: last_used_at }));
}
