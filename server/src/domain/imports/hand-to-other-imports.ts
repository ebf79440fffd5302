import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';

/**
 * Makes the first of the other imports that changed a record the one that added it, so that its undo removes the record. Returns these
 * imports by record.
 */
export async function handToOtherImports(
  trx: Database,
  importId: string,
  kind: 'company' | 'contact',
  ids: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ record_id: string; import_id: string }>`
    update import_changes heir set is_added = true
    from (select record_id, min(import_id) as import_id from import_changes
      where record_kind = ${kind} and record_id = any(${ids}::bigint[]) and import_id <> ${importId} group by record_id) as first
    where heir.record_kind = ${kind} and heir.record_id = first.record_id and heir.import_id = first.import_id
    returning heir.record_id, heir.import_id`.execute(trx);
  return new Map(rows.map(({ record_id, import_id }) => [record_id, import_id]));
}
