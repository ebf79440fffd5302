import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';

/**
 * Revokes consents, codes and tokens of all third-party apps of a user, or of one of them. Returns the number of consents. Without a
 * client, the sessions of the authorization server end as well.
 */
export async function revokeOauthAccess(trx: Database, userId: string, clientId?: string): Promise<number> {
  const ofClient = clientId === undefined ? sql<boolean>`true` : sql<boolean>`payload ->> 'clientId' = ${clientId}`;
  const ofUser = sql<boolean>`payload ->> 'accountId' = ${userId} and ${ofClient}`;
  // Consents first: a token being issued holds a lock on its consent and is revoked below once it is stored.
  const grants = await trx.deleteFrom('oauth_records').where('model', '=', 'Grant').where(ofUser).executeTakeFirst();
  const others = ['AuthorizationCode', 'RefreshToken', ...(clientId === undefined ? ['Session'] : [])];
  await trx.deleteFrom('oauth_records').where('model', 'in', others).where(ofUser).execute();
  // Kept, so that clients with revoked access tokens can be given the reason.
  await trx
    .updateTable('oauth_records')
    .set({ revoked_at: sql`now()` })
    .where('model', '=', 'AccessToken')
    .where('revoked_at', 'is', null)
    .where(ofUser)
    .execute();
  return Number(grants.numDeletedRows);
}
