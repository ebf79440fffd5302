import type { Context } from '../context.ts';

type ListedSession = { id: string; userAgent: string; createdAt: Date; lastSeenAt: Date };

export async function listSessions(ctx: Context, userId: string): Promise<ListedSession[]> {
  const rows = await ctx.db
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'created_at', 'last_seen_at'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', ctx.clock.now())
    .orderBy('last_seen_at', 'desc')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ id: row.id, userAgent: row.user_agent, createdAt: row.created_at, lastSeenAt: row.last_seen_at }));
}
