import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { addToItemCount, lockList } from '../lists/item-counts.ts';
import { connectionsOfContact } from './connections-of-contact.ts';

type CrmList = { id: string; scope: string; crm: string; record_type: string };

/** Syncs CRM lists with the connections, for the given companies and their contacts, or for all, in the caller's transaction. */
export async function updateCrmLists(trx: Database, accountId: string, companyIds?: readonly string[]): Promise<void> {
  const { rows: lists } = await sql<CrmList>`
    select id, scope, crm, crm_record_type as record_type from lists where account_id = ${accountId} and kind = 'crm' order by id`.execute(
    trx,
  );
  for (const list of lists) {
    await lockList(trx, accountId, list.id);
    const { wanted, concerned } = membersOf(accountId, list, companyIds);
    const { numAffectedRows: removed = 0n } = await sql`
      delete from list_items where account_id = ${accountId} and list_id = ${list.id} and ${concerned}
        and item_id not in (select id from (${wanted}) as wanted)`.execute(trx);
    // The rows are returned, because Citus also counts those that conflict as inserted.
    const { rows: added } = await sql`
      insert into list_items (account_id, list_id, item_id, added_at)
      select ${accountId}::bigint, ${list.id}::bigint, id, added_at from (${wanted}) as wanted
      on conflict do nothing returning item_id`.execute(trx);
    await addToItemCount(trx, accountId, list.id, added.length - Number(removed));
  }
}

function membersOf(accountId: string, { scope, crm, record_type }: CrmList, companyIds: readonly string[] | undefined) {
  const records = sql`join crm_records r on r.account_id = ${accountId} and r.id = x.record_id and r.crm = ${crm} and r.record_type = ${record_type}`;
  const ofCompanies = (column: RawBuilder<unknown>) =>
    companyIds === undefined ? sql`true` : sql`${column} = any(${companyIds}::bigint[])`;
  if (scope === 'company') {
    return {
      concerned: ofCompanies(sql`item_id`),
      wanted: sql`select x.company_id as id, min(r.updated_at) as added_at from crm_connections x ${records}
        where x.account_id = ${accountId} and x.status = 'connected' and ${ofCompanies(sql`x.company_id`)} group by 1`,
    };
  }
  const companies = sql`select x.company_id from crm_connections x ${records} where x.account_id = ${accountId}`;
  return {
    concerned: companyIds === undefined ? sql`true` : sql`item_id in (select id from contacts where ${ofCompanies(sql`company_id`)})`,
    wanted: sql`select k.id, min(r.updated_at) as added_at from contacts k
      cross join lateral (${connectionsOfContact(accountId)}) as x ${records}
      where x.status = 'connected' and ${companyIds === undefined ? sql`k.company_id in (${companies})` : ofCompanies(sql`k.company_id`)} group by 1`,
  };
}
