import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';

/** Deletes the given visitors that have no visits, and returns their number. The caller must hold the lanes of the account. */
export async function deleteUnseenVisitors(db: Database, accountId: string, visitorIds: readonly string[]): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from visitors where account_id = ${accountId} and id = any(${visitorIds}::text[])
      and not exists (select 1 from visits v where v.account_id = ${accountId} and v.visitor_id = visitors.id)`.execute(db);
  return Number(numAffectedRows ?? 0n);
}
