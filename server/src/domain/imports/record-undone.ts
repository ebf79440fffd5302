import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { firstOf } from '../../lib/first-of.ts';

/** Number of records that an undo has removed, has kept without the imported facts, and has restored. */
export type UndoneRecords = { removed: number; kept: number; restored: number };

/**
 * Marks the changes of a batch as undone, in the transaction of the batch, so that an interrupted undo resumes with the remaining ones.
 * Returns the totals of the undo so far.
 */
export async function recordUndone(
  trx: Database,
  importId: string,
  recordIds: readonly string[],
  { removed = 0, kept = 0, restored = 0 }: Partial<UndoneRecords>,
): Promise<UndoneRecords> {
  await sql`delete from import_changes where import_id = ${importId} and record_id = any(${recordIds}::bigint[])`.execute(trx);
  const { rows } = await sql<UndoneRecords>`
    update import_runs set removed = removed + ${removed}, kept = kept + ${kept}, restored = restored + ${restored}
    where id = ${importId} returning removed, kept, restored`.execute(trx);
  return firstOf(rows);
}
