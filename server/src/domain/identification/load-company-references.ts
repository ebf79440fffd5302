import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { plainArray } from '../../lib/array-literal.ts';
import { prepared } from '../../lib/prepared.ts';
import type { CompanyReference } from './company-reference.ts';
import { type DirectoryRow, directoryReference } from './directory-reference.ts';

/** Current companies by company id; the company with that id may have been merged into the current one. */
export type CurrentCompanies = Map<string, { companyId: string; company: CompanyReference }>;

/** Loads directory companies as references. A separate query, because a join would read the whole directory for each batch. */
export async function loadCompanyReferences(db: Database, companyIds: ReadonlySet<string>): Promise<CurrentCompanies> {
  if (companyIds.size === 0) return new Map();
  const { rows } = await prepared(
    'load_company_references',
    sql<DirectoryRow & { given_id: string }>`
    select given.id as given_id, c.id, c.name, c.domain, c.network_name, c.country_code,
      array(select d.domain from company_domains d where d.company_id = c.id) as domains
    from companies given join companies c on c.id = coalesce(given.merged_into, given.id)
    where given.id = any(${plainArray([...companyIds])}::bigint[])`,
  ).execute(db);
  return new Map(rows.map((row) => [row.given_id, { companyId: row.id, company: directoryReference(row) }]));
}
