import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { recordFeedChanges } from '../feed-changes/record-feed-changes.ts';
import { updateCrmLists } from './update-crm-lists.ts';

/**
 * Updates data derived from CRM connections: the ids that the earlier API shows with a lead, and the CRM lists. Records the companies as
 * changed for feeds. If a lead has several records of a type, the highest id is shown, regardless of the order of imports.
 */
export async function updateCrmData(db: Database, accountId: string, companyIds: readonly string[]): Promise<void> {
  if (companyIds.length === 0) return;
  const ids = [...new Set(companyIds)].sort();
  await sql`
    update leads set crm_lead_id = found.lead_id, crm_organization_id = found.organization_id
    from (
      select wanted.id, max(r.number) filter (where r.record_type = 'lead') as lead_id,
        max(r.number) filter (where r.record_type = 'organization') as organization_id
      from unnest(${ids}::bigint[]) as wanted (id)
      left join crm_connections x on x.account_id = ${accountId} and x.company_id = wanted.id and x.status = 'connected'
      left join (
        select id, record_type, case when external_id ~ '^[0-9]{1,15}$' then external_id::bigint end as number
        from crm_records where account_id = ${accountId}) as r on r.id = x.record_id
      group by wanted.id) as found
    where leads.account_id = ${accountId} and leads.company_id = found.id
      and (leads.crm_lead_id is distinct from found.lead_id or leads.crm_organization_id is distinct from found.organization_id)`.execute(
    db,
  );
  await updateCrmLists(db, accountId, ids);
  await recordFeedChanges(db, accountId, ids);
}
