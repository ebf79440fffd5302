import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { visibleCompany } from './visible-company.ts';

/** Returns the id of a company that the account can see, following merges. A shared company takes precedence over the account's own. */
export async function findVisibleCompanyId(
  db: Database,
  accountId: string,
  { id, domain }: { id?: string; domain?: string },
): Promise<string | null> {
  if (id !== undefined) {
    const row = await db
      .selectFrom('companies')
      .select(['id', 'merged_into'])
      .where('id', '=', id)
      .where(visibleCompany(accountId, 'companies'))
      .executeTakeFirst();
    return row === undefined ? null : (row.merged_into ?? row.id);
  }
  if (domain === undefined) return null;
  const { rows } = await sql<{ id: string }>`
    select coalesce(c.merged_into, c.id) as id, 1 as priority from company_domains d join companies c on c.id = d.company_id where d.domain = ${domain}
    union all select coalesce(merged_into, id), 2 from companies where domain = ${domain} and owner_account_id = ${accountId}
    order by priority limit 1`.execute(db);
  return rows[0]?.id ?? null;
}
