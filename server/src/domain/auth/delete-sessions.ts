import type { Database } from '../../db/connect.ts';
import { revokeOauthAccess } from './revoke-oauth-access.ts';

/**
 * Ends all sessions of a user and revokes the access of third-party apps, in the transaction that changes the password: someone who knew
 * the old one may have used it for either. The session in which the user has just entered the current password may be kept.
 */
export async function deleteSessions(trx: Database, userId: string, { keptSessionId }: { keptSessionId?: string } = {}): Promise<void> {
  let sessions = trx.deleteFrom('sessions').where('user_id', '=', userId);
  if (keptSessionId !== undefined) sessions = sessions.where('id', '<>', keptSessionId);
  await sessions.execute();
  await revokeOauthAccess(trx, userId);
}
