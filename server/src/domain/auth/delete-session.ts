import { actingAs, userActor } from '../audit/actor.ts';
import { withAudit } from '../audit/record-audit.ts';
import { checkRecordId } from '../check-record-id.ts';
import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';

/** Ends one session of a user; the next request with its cookie is rejected. */
export async function deleteSession(ctx: Context, userId: string, sessionId: string): Promise<void> {
  const id = checkRecordId(sessionId, 'session');
  const end = async (trx: Context['db']) => {
    const result = await trx.deleteFrom('sessions').where('id', '=', id).where('user_id', '=', userId).executeTakeFirst();
    if (result.numDeletedRows === 0n) throw new Problem('not_found', `There is no session ${sessionId}.`);
  };
  const subject = { kind: 'session', id };
  await withAudit(actingAs(ctx, userActor(userId)), end, () => ({ for: { userId }, action: 'session.deleted', subject }));
}
