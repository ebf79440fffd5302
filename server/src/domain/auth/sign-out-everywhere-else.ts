import { actingAs, userActor } from '../audit/actor.ts';
import { withAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { deleteSessions } from './delete-sessions.ts';

/** Ends all other sessions of a user and revokes the access of third-party apps. */
export async function signOutEverywhereElse(ctx: Context, userId: string, keptSessionId: string): Promise<void> {
  await withAudit(
    actingAs(ctx, userActor(userId)),
    (trx) => deleteSessions(trx, userId, { keptSessionId }),
    () => ({ for: { userId }, action: 'session.all_ended', subject: { kind: 'user', id: userId } }),
  );
}
