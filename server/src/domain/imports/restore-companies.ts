import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { Context } from '../context.ts';
import { recordUndone, type UndoneRecords } from './record-undone.ts';
import { revertAssignments } from './revert-assignments.ts';
import type { ImportChange } from './undo-import.ts';

type Origin = { origin: string; at: string; import?: string };
type Before = Record<string, unknown>;

/** Restores the values of companies that an import replaced, unless they were changed since. */
export async function restoreCompanies(ctx: Context, importId: string, changes: readonly ImportChange[]): Promise<UndoneRecords> {
  return ctx.db.transaction().execute(async (trx) => {
    const rows = await trx
      .selectFrom('companies')
      .select(['id', 'fact_origins'])
      .where(
        'id',
        'in',
        changes.map(({ record_id }) => record_id),
      )
      .orderBy('id')
      .forUpdate()
      .execute();
    const origins = new Map(rows.map(({ id, fact_origins }) => [id, fact_origins]));
    const current = await reloadChanges(trx, importId, changes);
    const ids = current.map(({ record_id }) => record_id);
    for (const { record_id: id, before } of current) {
      const factOrigins = origins.get(id);
      if (factOrigins !== undefined && before !== null) await restore(trx, ctx.clock.now(), importId, id, before, factOrigins);
    }
    await revertAssignments(trx, importId, ids);
    return recordUndone(trx, importId, ids, { restored: ids.length });
  });
}

/** Before the companies were locked, the undo of another import may have transferred values, or companies that it added, to this one. */
async function reloadChanges(trx: Database, importId: string, changes: readonly ImportChange[]): Promise<ImportChange[]> {
  const { rows } = await sql<ImportChange>`
    select record_id::text, before from import_changes
    where import_id = ${importId} and record_kind = 'company' and record_id = any(${changes.map(({ record_id }) => record_id)}::bigint[])
      and not is_added order by record_id`.execute(trx);
  return rows;
}

/** If a later import has replaced the values again, makes its undo restore the values from before both imports. */
async function transferToLaterImport(
  trx: Database,
  importId: string,
  id: string,
  before: Before,
  columns: readonly string[],
): Promise<void> {
  for (const column of columns) {
    const origin = `origin:${column}`;
    const earlier = JSON.stringify({ [column]: before[column], [origin]: before[origin] });
    await sql`
      update import_changes set before = before || ${earlier}::jsonb
      where record_kind = 'company' and record_id = ${id} and import_id <> ${importId} and before -> ${origin} ->> 'import' = ${importId}`.execute(
      trx,
    );
  }
}

async function restore(
  trx: Database,
  now: Date,
  importId: string,
  id: string,
  before: Before,
  current: Record<string, Origin>,
): Promise<void> {
  const replaced = Object.keys(before).filter((name) => `origin:${name}` in before);
  const columns = replaced.filter((name) => current[name]?.import === importId);
  const overwritten = replaced.filter((name) => !columns.includes(name));
  await transferToLaterImport(trx, importId, id, before, overwritten);
  if (columns.length > 0) {
    const origins = { ...current };
    for (const column of columns) {
      const earlier = before[`origin:${column}`] as Origin | null;
      if (earlier === null) delete origins[column];
      else origins[column] = earlier;
    }
    const values = Object.fromEntries(columns.map((column) => [column, before[column]]));
    await sql`
      update companies c set ${sql.join(columns.map((column) => sql`${sql.ref(column)} = g.${sql.ref(column)}`))},
        fact_origins = ${JSON.stringify(origins)}::jsonb, names_indexed = false, updated_at = ${now}
      from jsonb_populate_record(null::companies, ${JSON.stringify(values)}::jsonb) as g where c.id = ${id}`.execute(trx);
  }
}
