import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { plainArray } from '../../lib/array-literal.ts';
import { prepared } from '../../lib/prepared.ts';
import type { CompanyReference } from './company-reference.ts';
import { type DirectoryRow, directoryReference } from './directory-reference.ts';

/** By company id, which may have been merged since. */
export type CurrentCompanies = Map<string, { companyId: string; company: CompanyReference }>;

/** Loads directory companies as references. A separate query, because a join would read the whole directory for each batch. */
export async function loadCompanyReferences(db: Database, companyIds: ReadonlySet<string>): Promise<CurrentCompanies> {
  if (companyIds.size === 0) return new Map();
  const { rows } = await prepared(
    'load_company_references',
    sql<DirectoryRow & { asked: string }>`
    select asked.id as asked, c.id, c.name, c.domain, c.network_name, c.country_code,
      array(select d.domain from company_domains d where d.company_id = c.id) as domains
    from companies asked join companies c on c.id = coalesce(asked.merged_into, asked.id)
    where asked.id = any(${plainArray([...companyIds])}::bigint[])`,
  ).execute(db);
  return new Map(rows.map((row) => [row.asked, { companyId: row.id, company: directoryReference(row) }]));
}
