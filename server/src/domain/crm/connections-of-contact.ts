import { type RawBuilder, sql } from 'kysely';

/**
 * Selects the connections (id, record_id, status) of contact `k`: CRM contacts with the same e-mail address or, if there are none, with the
 * same name at the same company and an e-mail address that belongs to no other contact.
 */
export function connectionsOfContact(accountId: string): RawBuilder<unknown> {
  const sameEmail = sql`r.account_id = ${accountId} and r.record_type = 'contact' and r.email = k.email`;
  return sql`
    select x.id, x.record_id, x.status from crm_records r join crm_connections x on x.account_id = ${accountId} and x.record_id = r.id
    where ${sameEmail}
    union all
    select x.id, x.record_id, x.status from crm_connections x
    join crm_records named on named.account_id = ${accountId} and named.id = x.record_id and named.record_type = 'contact'
      and lower(named.name) = lower(k.full_name)
    where x.account_id = ${accountId} and x.company_id = k.company_id
      and not exists (select 1 from contacts other where other.email = named.email)
      and not exists (select 1 from crm_records r where ${sameEmail})`;
}
