import type { Database } from '../../db/connect.ts';
import { revokeOauthAccess } from '../users/revoke-oauth-access.ts';

/**
 * Ends all sessions of a user, except `keptSessionId`, ends unfinished sign-ins, and revokes the access of third-party apps, in the
 * caller's transaction. Someone who knew the old password may have signed in or given an app access with it.
 */
export async function deleteSessions(trx: Database, userId: string, { keptSessionId }: { keptSessionId?: string } = {}): Promise<void> {
  let sessions = trx.deleteFrom('sessions').where('user_id', '=', userId);
  if (keptSessionId !== undefined) sessions = sessions.where('id', '<>', keptSessionId);
  await sessions.execute();
  // Otherwise a sign-in with the old password could still be completed with a code.
  await trx.deleteFrom('sign_in_challenges').where('user_id', '=', userId).execute();
  await revokeOauthAccess(trx, userId);
}
