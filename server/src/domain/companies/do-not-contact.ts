import { type RawBuilder, sql } from 'kysely';

/** SQL condition for a company `c` that must not be contacted. The account's setting takes precedence over its CRM and the directory. */
export function doNotContact(accountId: string): RawBuilder<boolean> {
  return sql<boolean>`coalesce(
    (select p.do_not_contact from company_settings p where p.account_id = ${accountId} and p.company_id = c.id),
    c.do_not_contact or exists (
      select 1 from crm_connections x join crm_records r on r.account_id = ${accountId} and r.id = x.record_id
      where x.account_id = ${accountId} and x.company_id = c.id and x.status = 'connected' and r.do_not_contact and r.record_type <> 'contact'))`;
}

/** SQL condition for a lead `l` that the account may contact. */
export function mayBeContacted(accountId: string): RawBuilder<boolean> {
  return sql<boolean>`not exists (select 1 from companies c where c.id = l.company_id and ${doNotContact(accountId)})`;
}
