import type { Database } from '../../db/connect.ts';

/**
 * Ends every session of a user, in the transaction that changes the password. A session may be kept: the one in which the user
 * has just entered the present password.
 */
export async function endSessions(trx: Database, userId: string, { keptSessionId }: { keptSessionId?: string } = {}): Promise<void> {
  let sessions = trx.deleteFrom('sessions').where('user_id', '=', userId);
  if (keptSessionId !== undefined) sessions = sessions.where('id', '<>', keptSessionId);
  await sessions.execute();
}
