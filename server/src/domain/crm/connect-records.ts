import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { hashId } from '../../lib/hash-id.ts';
import type { StoredCrmRecord } from './crm-record.ts';
import { matchRecord } from './match-record.ts';
import { updateCrmData } from './update-crm-data.ts';

/** Matches CRM records with companies again and updates the data derived from the connections. */
export async function connectRecords(db: Database, accountId: string, records: readonly StoredCrmRecord[]): Promise<void> {
  const touched = new Set<string>();
  for (const record of records) for (const companyId of await connectRecord(db, accountId, record)) touched.add(companyId);
  await updateCrmData(db, accountId, [...touched]);
}

/** Connects a record with at most one company. Returns the companies whose connections changed or were confirmed. */
export async function connectRecord(db: Database, accountId: string, record: StoredCrmRecord): Promise<string[]> {
  const match = await matchRecord(db, accountId, record);
  const { rows: removed } = await sql<{ company_id: string }>`
    delete from crm_connections where account_id = ${accountId} and record_id = ${record.id} and company_id <> ${match?.companyId ?? '0'}
    returning company_id`.execute(db);
  const touched = removed.map(({ company_id }) => company_id);
  if (match === null) return touched;
  await sql`
    insert into crm_connections (account_id, id, company_id, record_id, status, matched_on)
    values (${accountId}, ${hashId('crm_connection', record.id, match.companyId)}, ${match.companyId}, ${record.id}, ${match.status}, ${match.matchedOn})
    on conflict (account_id, company_id, record_id) do update set status = excluded.status, matched_on = excluded.matched_on`.execute(db);
  return [...touched, match.companyId];
}
