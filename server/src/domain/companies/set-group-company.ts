import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { Problem } from '../problem.ts';

/**
 * Puts a company into the group of another one, or takes it out. A group has one company at its head: who belongs to a subsidiary
 * belongs to the head, and the subsidiaries of a company come along when it joins a group. Runs in the caller's transaction.
 */
export async function setGroupCompany(db: Database, companyId: string, groupId: string | null, now: Date): Promise<void> {
  const head = groupId === null ? null : await findGroupHead(db, companyId, groupId);
  await sql`
    update companies set group_company_id = ${head}::bigint, updated_at = ${now}
    where (id = ${companyId} or (${head}::bigint is not null and group_company_id = ${companyId})) and group_company_id is distinct from ${head}::bigint`.execute(
    db,
  );
}

/** The company at the head of the group that a company is to join. */
export async function findGroupHead(db: Database, companyId: string, groupId: string): Promise<string> {
  const row = await db.selectFrom('companies').select(['id', 'group_company_id']).where('id', '=', groupId).executeTakeFirst();
  if (!row) throw new Problem('not_found', `there is no company ${groupId}`);
  const head = row.group_company_id ?? row.id;
  if (head === companyId) throw new Problem('conflict', `company ${groupId} is company ${companyId} or belongs to its group`);
  return head;
}
