import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';

/** Removes a deleted list or feed from campaigns. */
export async function removeFromCampaigns(
  db: Database,
  accountId: string,
  deleted: { listNumber: string } | { feedId: string },
): Promise<void> {
  if ('listNumber' in deleted) {
    await sql`update campaigns set list_id = null where account_id = ${accountId} and list_id = ${deleted.listNumber}`.execute(db);
  } else {
    await sql`update campaigns set custom_feed_id = null where account_id = ${accountId} and custom_feed_id = ${deleted.feedId}`.execute(
      db,
    );
  }
}
