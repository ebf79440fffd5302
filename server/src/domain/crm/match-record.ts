import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { firstOf } from '../../lib/first-of.ts';
import { visibleCompany } from '../companies/visible-company.ts';
import { nameKeys } from '../identification/name-keys.ts';
import { nameKey } from '../identification/organization-name.ts';
import type { StoredCrmRecord } from './crm-record.ts';

/** Maximum number of companies that are compared per name. More than two are read, because different names can have the same key. */
const maxNamesakes = 100;

type CrmMatch = { companyId: string; status: 'connected' | 'suggested'; matchedOn: 'id' | 'domain' | 'email' | 'name' };

/**
 * Finds the company of a CRM record. An id, a domain, the e-mail address of a known contact or the domain of a work e-mail address
 * connects the record; an equal name is only a suggestion, and only if it is unique.
 */
export async function matchRecord(db: Database, accountId: string, record: Omit<StoredCrmRecord, 'id'>): Promise<CrmMatch | null> {
  const byId = record.company_id === null ? null : await findCurrentId(db, accountId, record.company_id);
  if (byId !== null) return { companyId: byId, status: 'connected', matchedOn: 'id' };
  const byDomain = record.domain === null ? null : await findCompanyIdOfDomain(db, accountId, record.domain);
  if (byDomain !== null) return { companyId: byDomain, status: 'connected', matchedOn: 'domain' };
  const byContact = record.record_type !== 'contact' || record.email === null ? null : await findCompanyIdOfContact(db, record.email);
  if (byContact !== null) return { companyId: byContact, status: 'connected', matchedOn: 'email' };
  const byEmail = record.email_domain === null ? null : await findCompanyIdOfDomain(db, accountId, record.email_domain);
  if (byEmail !== null) return { companyId: byEmail, status: 'connected', matchedOn: 'email' };
  const byName = record.company_name === null ? null : await findUniqueCompanyIdByName(db, accountId, record.company_name);
  return byName === null ? null : { companyId: byName, status: 'suggested', matchedOn: 'name' };
}

async function findCurrentId(db: Database, accountId: string, id: string): Promise<string | null> {
  const row = await db
    .selectFrom('companies')
    .select(['id', 'merged_into'])
    .where('id', '=', id)
    .where(visibleCompany(accountId, 'companies'))
    .executeTakeFirst();
  return row === undefined ? null : (row.merged_into ?? row.id);
}

async function findCompanyIdOfDomain(db: Database, accountId: string, domain: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select coalesce(c.merged_into, c.id) as id, 1 as priority from company_domains d join companies c on c.id = d.company_id where d.domain = ${domain}
    union all select coalesce(merged_into, id), 2 from companies where domain = ${domain} and owner_account_id = ${accountId}
    order by priority limit 1`.execute(db);
  return rows[0]?.id ?? null;
}

async function findCompanyIdOfContact(db: Database, email: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select coalesce(c.merged_into, c.id) as id from contacts k join companies c on c.id = k.company_id where k.email = ${email}`.execute(
    db,
  );
  return rows[0]?.id ?? null;
}

/** Shared companies are found by their name keys; the companies of the account are few and are compared one by one. */
async function findUniqueCompanyIdByName(db: Database, accountId: string, name: string): Promise<string | null> {
  const { rows } = await sql<{ id: string; name: string }>`
    select c.id, c.name from (
      select distinct k.company_id from company_name_keys k where k.name_key = any(${nameKeys(name)}::text[]) and k.is_main limit ${maxNamesakes}
    ) as named join companies c on c.id = named.company_id where c.merged_into is null and c.owner_account_id is null
    union all select c.id, c.name from companies c where c.owner_account_id = ${accountId} and c.merged_into is null`.execute(db);
  const key = nameKey(name);
  const same = rows.filter((company) => nameKey(company.name) === key);
  return same.length === 1 ? firstOf(same).id : null;
}
