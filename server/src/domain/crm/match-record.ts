import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { firstOf } from '../../lib/first-of.ts';
import { findVisibleCompanyId } from '../companies/find-visible-company-id.ts';
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
  const byId = await findVisibleCompanyId(db, accountId, { id: record.company_id ?? undefined });
  if (byId !== null) return { companyId: byId, status: 'connected', matchedOn: 'id' };
  const byDomain = await findVisibleCompanyId(db, accountId, { domain: record.domain ?? undefined });
  if (byDomain !== null) return { companyId: byDomain, status: 'connected', matchedOn: 'domain' };
  const byContact = record.record_type !== 'contact' || record.email === null ? null : await findCompanyIdOfContact(db, record.email);
  if (byContact !== null) return { companyId: byContact, status: 'connected', matchedOn: 'email' };
  const byEmail = await findVisibleCompanyId(db, accountId, { domain: record.email_domain ?? undefined });
  if (byEmail !== null) return { companyId: byEmail, status: 'connected', matchedOn: 'email' };
  const byName = record.company_name === null ? null : await findUniqueCompanyIdByName(db, accountId, record.company_name);
  return byName === null ? null : { companyId: byName, status: 'suggested', matchedOn: 'name' };
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
