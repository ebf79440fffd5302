import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';

/** Changes that were taken back are not noted any more: an undo that is interrupted goes on with the rest. */
export async function forgetChanges(trx: Database, importId: string, recordIds: readonly string[]): Promise<void> {
  await sql`delete from import_changes where import_id = ${importId} and record_id = any(${recordIds}::bigint[])`.execute(trx);
}
