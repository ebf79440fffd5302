import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';

/**
 * Records the first of the other imports that changed a record as the one that added it, so that its undo removes the record. Returns these
 * imports by record.
 */
export async function transferToOtherImports(
  trx: Database,
  importId: string,
  kind: 'company' | 'contact',
  ids: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ record_id: string; import_id: string }>`
    update import_changes successor set is_added = true
    from (select record_id, min(import_id) as import_id from import_changes
      where record_kind = ${kind} and record_id = any(${ids}::bigint[]) and import_id <> ${importId} group by record_id) as first
    where successor.record_kind = ${kind} and successor.record_id = first.record_id and successor.import_id = first.import_id
    returning successor.record_id, successor.import_id`.execute(trx);
  return new Map(rows.map(({ record_id, import_id }) => [record_id, import_id]));
}
