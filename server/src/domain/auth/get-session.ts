import { dayMs } from '../../lib/day-ms.ts';
import { hashSecret, isWellFormedSecret } from '../../lib/secrets.ts';
import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';
import { getUser } from '../users/get-user.ts';
import { idleDays, maxSessionDays, type Session, sessionPrefix } from './session.ts';

const touchEveryMs = 10 * 60_000;

/**
 * Returns a session with its user, and extends it from time to time. Runs on every request, so ending a session or a membership takes
 * effect immediately.
 */
export async function getSession(ctx: Context, secret: string | undefined): Promise<Session & { secret: string }> {
  const notSignedIn = () => new Problem('unauthenticated', 'You are not signed in, or your session has ended.');
  if (secret === undefined || !isWellFormedSecret(sessionPrefix, secret)) throw notSignedIn();
  const row = await load(ctx, secret);
  const now = ctx.clock.now().getTime();
  if (!row || row.expires_at.getTime() <= now) throw notSignedIn();
  if (now - row.last_seen_at.getTime() > touchEveryMs) await touch(ctx, row.id, row.created_at.getTime());
  return { id: row.id, createdAt: row.created_at, secret, user: await getUser(ctx, row.user_id) };
}

function load(ctx: Context, secret: string) {
  return ctx.db
    .selectFrom('sessions')
    .select(['id', 'user_id', 'created_at', 'last_seen_at', 'expires_at'])
    .where('hash', '=', hashSecret(secret))
    .executeTakeFirst();
}

async function touch(ctx: Context, sessionId: string, createdAtMs: number): Promise<void> {
  const now = ctx.clock.now();
  const idleEndMs = now.getTime() + idleDays * dayMs;
  await ctx.db
    .updateTable('sessions')
    .set({ last_seen_at: now, expires_at: new Date(Math.min(idleEndMs, createdAtMs + maxSessionDays * dayMs)) })
    .where('id', '=', sessionId)
    .execute();
}
