import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';

/**
 * Revokes the consents, codes and tokens that a user has given to third-party apps, or to the app `clientId`. Returns the number of
 * consents. Without `clientId`, the user's sessions at the authorization server end as well.
 */
export async function revokeOauthAccess(trx: Database, userId: string, clientId?: string): Promise<number> {
  const ofClient = clientId === undefined ? sql<boolean>`true` : sql<boolean>`payload ->> 'clientId' = ${clientId}`;
  const ofUser = sql<boolean>`payload ->> 'accountId' = ${userId} and ${ofClient}`;
  // Consents first: a token being issued holds a lock on its consent and is revoked below once it is stored.
  const grants = await trx.deleteFrom('oauth_records').where('model', '=', 'Grant').where(ofUser).executeTakeFirst();
  const others = ['AuthorizationCode', 'RefreshToken', ...(clientId === undefined ? ['Session'] : [])];
  await trx.deleteFrom('oauth_records').where('model', 'in', others).where(ofUser).execute();
  // Access tokens are marked as revoked instead of deleted, so that clients are told why they are rejected.
  await trx
    .updateTable('oauth_records')
    .set({ revoked_at: sql`now()` })
    .where('model', '=', 'AccessToken')
    .where('revoked_at', 'is', null)
    .where(ofUser)
    .execute();
  return Number(grants.numDeletedRows);
}
