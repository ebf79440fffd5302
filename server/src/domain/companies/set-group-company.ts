import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { Problem } from '../problem.ts';

/**
 * Moves a company into the group of another one, or out of its group. Groups have one level: joining a subsidiary means joining its parent
 * company, and the subsidiaries of a company join with it. Runs in the caller's transaction.
 */
export async function setGroupCompany(db: Database, companyId: string, groupId: string | null, now: Date): Promise<void> {
  const parent = groupId === null ? null : await findGroupParent(db, companyId, groupId);
  await sql`
    update companies set group_company_id = ${parent}::bigint, updated_at = ${now}
    where (id = ${companyId} or (${parent}::bigint is not null and group_company_id = ${companyId})) and group_company_id is distinct from ${parent}::bigint`.execute(
    db,
  );
}

/** Returns the parent company of the group to join. */
export async function findGroupParent(db: Database, companyId: string, groupId: string): Promise<string> {
  const row = await db.selectFrom('companies').select(['id', 'group_company_id']).where('id', '=', groupId).executeTakeFirst();
  if (!row) throw new Problem('not_found', `there is no company ${groupId}`);
  const parent = row.group_company_id ?? row.id;
  if (parent === companyId) throw new Problem('conflict', `company ${groupId} is company ${companyId} or belongs to its group`);
  return parent;
}
