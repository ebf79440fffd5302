import { actingAs, userActor } from '../audit/actor.ts';
import { noted } from '../audit/note-audit.ts';
import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';
import { checkRecordId } from '../record-id.ts';

/** Ends one session of a user; the next request with its cookie is refused. */
export async function endSession(ctx: Context, userId: string, sessionId: string): Promise<void> {
  const id = checkRecordId(sessionId, 'session');
  const end = async (trx: Context['db']) => {
    const result = await trx.deleteFrom('sessions').where('id', '=', id).where('user_id', '=', userId).executeTakeFirst();
    if (result.numDeletedRows === 0n) throw new Problem('not_found', `There is no session ${sessionId}.`);
  };
  const subject = { kind: 'session', id };
  await noted(actingAs(ctx, userActor(userId)), end, () => ({ for: { userId }, action: 'session.ended', subject }));
}
