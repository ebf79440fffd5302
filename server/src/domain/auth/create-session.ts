import { dayMs } from '../../lib/day-ms.ts';
import { firstOf } from '../../lib/first-of.ts';
import { createSecret, hashSecret } from '../../lib/secrets.ts';
import { actingAs, userActor } from '../audit/actor.ts';
import { withAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { idleDays, sessionPrefix } from './session.ts';

/** Creates a session and returns the secret for its cookie; only the hash is stored. */
export async function createSession(ctx: Context, userId: string, userAgent: string): Promise<string> {
  const secret = createSecret(sessionPrefix);
  const id = firstOf(await ctx.ids.records(ctx.db, 1));
  const now = ctx.clock.now();
  const session = {
    id,
    hash: hashSecret(secret),
    user_id: userId,
    user_agent: userAgent.slice(0, 300),
    created_at: now,
    last_seen_at: now,
    expires_at: new Date(now.getTime() + idleDays * dayMs),
  };
  await withAudit(
    actingAs(ctx, userActor(userId)),
    (trx) => trx.insertInto('sessions').values(session).execute(),
    () => ({ for: { userId }, action: 'session.created', subject: { kind: 'session', id } }),
  );
  return secret;
}
