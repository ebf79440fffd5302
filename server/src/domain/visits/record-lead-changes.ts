import { randomUUID } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { DB } from '../../db/schema.ts';
import { plainArray, textArray } from '../../lib/array-literal.ts';
import { runCombined } from '../../lib/combined-statements.ts';
import { prepared } from '../../lib/prepared.ts';

/**
 * Records that the rollups of leads changed, for each interval for which the account has lead rollups. The caller must hold a lane of the
 * account: all lanes are locked while an interval is added, so no change is missed.
 */
export async function recordLeadChanges(trx: Transaction<DB>, accountId: string, companyIds: readonly string[]): Promise<void> {
  if (companyIds.length > 0) await runCombined(trx, recordChanges, { accountId, companyIds });
}

async function recordChanges(db: Database, changes: readonly { accountId: string; companyIds: readonly string[] }[]): Promise<undefined[]> {
  const [only] = changes;
  const statement =
    only !== undefined && changes.length === 1
      ? prepared(
          'record_lead_changes',
          sql`
    insert into lead_changes (account_id, window_id, id, company_ids)
    select account_id, id, ${randomUUID()}::uuid, ${plainArray(only.companyIds)}::bigint[] from lead_windows where account_id = ${only.accountId}`,
        )
      : prepared(
          'record_lead_changes_of_accounts',
          sql`
    insert into lead_changes (account_id, window_id, id, company_ids)
    select changed.account_id, w.id, changed.id, changed.company_ids::bigint[]
    from unnest(${plainArray(changes.map(({ accountId }) => accountId))}::bigint[], ${plainArray(changes.map(() => randomUUID()))}::uuid[],
      ${textArray(changes.map(({ companyIds }) => plainArray(companyIds)))}::text[]) as changed (account_id, id, company_ids)
    cross join lateral (select id from lead_windows where account_id = changed.account_id offset 0) as w`,
        );
  await statement.execute(db);
  return changes.map(() => undefined);
}
