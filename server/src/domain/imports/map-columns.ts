import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';
import { enqueueImport } from './enqueue-import.ts';
import type { ColumnMapping } from './formats/translate-records.ts';
import { checkImportId, noImport } from './import-file.ts';
import { columnsOf, type ImportKind } from './import-kinds.ts';

type SavedMapping = { kind: ImportKind; name: string; mapping: ColumnMapping };

const maxSaved = 100;

/**
 * Maps fields of the import to columns of an uploaded file and checks the file again. With an empty mapping, columns are not renamed. With
 * `saveAs`, the mapping is saved for the next file.
 */
export async function mapColumns(
  ctx: Context,
  accountId: string,
  importId: string,
  { mapping, saveAs }: { mapping: ColumnMapping; saveAs?: string },
): Promise<void> {
  const id = checkImportId(importId);
  await ctx.db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom('imports')
      .select(['kind', 'preview', 'status'])
      .where('account_id', '=', accountId)
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (!row) throw noImport(importId);
    if (row.status !== 'checked') throw new Problem('conflict', 'Columns can be mapped only before the import is started.');
    checkMapping(row.kind, row.preview?.fileColumns ?? [], mapping);
    const isMapped = Object.keys(mapping).length > 0;
    await trx
      .updateTable('imports')
      .set({
        status: 'checking',
        preview: null,
        mapping: isMapped ? JSON.stringify(mapping) : null,
        heartbeat_at: ctx.clock.now(),
      })
      .where('account_id', '=', accountId)
      .where('id', '=', id)
      .execute();
    if (saveAs !== undefined && isMapped) await saveMapping({ ...ctx, db: trx }, accountId, { kind: row.kind, name: saveAs, mapping });
    await enqueueImport(ctx, trx, accountId, id);
  });
}

export async function listMappings(ctx: Context, accountId: string): Promise<SavedMapping[]> {
  return ctx.db
    .selectFrom('import_mappings')
    .select(['kind', 'name', 'mapping'])
    .where('account_id', '=', accountId)
    .orderBy('kind')
    .orderBy('name')
    .execute();
}

export async function deleteMapping(ctx: Context, accountId: string, { kind, name }: Omit<SavedMapping, 'mapping'>): Promise<void> {
  const deleted = await ctx.db
    .deleteFrom('import_mappings')
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .where('name', '=', name)
    .returning('name')
    .executeTakeFirst();
  if (!deleted) throw new Problem('not_found', `There is no saved mapping ${JSON.stringify(name)}.`);
}

function checkMapping(kind: ImportKind, fileColumns: readonly string[], mapping: ColumnMapping): void {
  const knownFields = columnsOf(kind);
  const columns = new Set(fileColumns.map((column) => column.toLowerCase()));
  for (const [field, column] of Object.entries(mapping)) {
    if (!knownFields.includes(field)) throw invalidMapping(`There is no field "${field}". Fields: ${knownFields.join(', ')}.`);
    if (!columns.has(column.toLowerCase()))
      throw invalidMapping(`The file has no column "${column}". Its columns: ${fileColumns.join(', ')}.`);
  }
}

async function saveMapping(ctx: Context, accountId: string, { kind, name, mapping }: SavedMapping): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from import_mappings where account_id = ${accountId} and (kind, name) <> (${kind}, ${name})`.execute(
    ctx.db,
  );
  if ((rows[0]?.count ?? 0) >= maxSaved)
    throw new Problem('conflict', `There are already ${maxSaved} saved mappings. Delete one of them first.`);
  await ctx.db
    .insertInto('import_mappings')
    .values({ account_id: accountId, kind, name, mapping: JSON.stringify(mapping), created_at: ctx.clock.now() })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'kind', 'name']).doUpdateSet((row) => ({ mapping: row.ref('excluded.mapping') })),
    )
    .execute();
}

function invalidMapping(title: string): Problem {
  return new Problem('invalid_input', { title, parameter: 'mapping' });
}
