import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { nameKey } from '../identification/organization-name.ts';
import { connectRecords } from './connect-records.ts';
import type { StoredCrmRecord } from './crm-record.ts';
import { updateCrmData } from './update-crm-data.ts';

/** Connects new leads to the account's CRM records, so the order of import and first visit does not matter. */
export async function connectNewLeads(db: Database, accountId: string, companyIds: readonly string[]): Promise<void> {
  if (companyIds.length === 0) return;
  const { rows: companies } = await sql<{ id: string; name: string }>`
    select id, name from companies where id = any(${companyIds}::bigint[])
      and exists (select 1 from crm_records r where r.account_id = ${accountId})`.execute(db);
  if (companies.length === 0) return;
  const names = companies.map(({ name }) => nameKey(name));
  const { rows: records } = await sql<StoredCrmRecord>`
    with own as materialized (
      select domain from company_domains where company_id = any(${companyIds}::bigint[])
      union select domain from companies where id = any(${companyIds}::bigint[]) and domain is not null)
    select r.id, r.record_type, r.company_id, r.domain, r.email, r.email_domain, r.company_name from crm_records r
    where r.account_id = ${accountId} and (r.domain in (select domain from own) or r.email_domain in (select domain from own)
      or r.company_name_key = any(${names}::text[]) or r.company_id = any(${companyIds}::bigint[]))
    order by r.id`.execute(db);
  await connectRecords(db, accountId, records);
  await updateCrmData(db, accountId, companyIds);
}
