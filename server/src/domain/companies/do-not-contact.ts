import { type RawBuilder, sql } from 'kysely';

/** SQL condition on company `c`. The account's own setting takes precedence over its CRM and the directory. */
export function doNotContact(accountId: string): RawBuilder<boolean> {
  return sql<boolean>`coalesce(
    (select p.do_not_contact from company_settings p where p.account_id = ${accountId} and p.company_id = c.id),
    c.do_not_contact or exists (
      select 1 from crm_connections x join crm_records r on r.account_id = ${accountId} and r.id = x.record_id
      where x.account_id = ${accountId} and x.company_id = c.id and x.status = 'connected' and r.do_not_contact and r.record_type <> 'contact'))`;
}

/** Excludes leads (`l`) that the account must not contact. */
export function mayBeContacted(accountId: string): RawBuilder<boolean> {
  return sql<boolean>`not exists (select 1 from companies c where c.id = l.company_id and ${doNotContact(accountId)})`;
}
