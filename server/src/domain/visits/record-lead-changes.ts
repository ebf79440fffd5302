import { randomUUID } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/schema.ts';
import { prepared } from '../../lib/prepared.ts';

/**
 * Records that the rollups of leads changed, for each interval of which the account keeps rollups. The caller must hold a lane of the
 * account: an interval is added while all of them are locked, so no change is missed.
 */
export async function recordLeadChanges(trx: Transaction<DB>, accountId: string, companyIds: readonly string[]): Promise<void> {
  if (companyIds.length === 0) return;
  await prepared(
    'note_lead_changes',
    sql`
    insert into lead_changes (account_id, window_id, id, company_ids)
    select account_id, id, ${randomUUID()}::uuid, ${companyIds}::bigint[] from lead_windows where account_id = ${accountId}`,
  ).execute(trx);
}
