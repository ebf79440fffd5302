import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';

/** Deletes the records of changes that were undone, so that an interrupted undo resumes with the rest. */
export async function deleteImportChanges(trx: Database, importId: string, recordIds: readonly string[]): Promise<void> {
  await sql`delete from import_changes where import_id = ${importId} and record_id = any(${recordIds}::bigint[])`.execute(trx);
}
