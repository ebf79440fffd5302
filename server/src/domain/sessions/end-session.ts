import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';
import { checkRecordId } from '../record-id.ts';

/** Ends one session of a user; the next request with its cookie is refused. */
export async function endSession(ctx: Context, userId: string, sessionId: string): Promise<void> {
  const result = await ctx.db
    .deleteFrom('sessions')
    .where('id', '=', checkRecordId(sessionId, 'session'))
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (result.numDeletedRows === 0n) throw new Problem('not_found', `There is no session ${sessionId}.`);
}
