import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { deleteImportChanges } from './delete-import-changes.ts';
import type { NotedChange } from './undo-import.ts';

/** `words` is computed by the database. */
const notRestored: ReadonlySet<string> = new Set(['id', 'written_at', 'words']);

/** Restores the values of contacts that an import replaced, unless they were changed since. Returns the number of contacts. */
export async function restoreContacts(ctx: Context, importId: string, changes: readonly NotedChange[]): Promise<number> {
  await ctx.db.transaction().execute(async (trx) => {
    for (const { record_id, before } of changes) {
      if (before === null) continue;
      const columns = Object.keys(before).filter((name) => !notRestored.has(name));
      await sql`
        update contacts k set ${sql.join(columns.map((column) => sql`${sql.ref(column)} = g.${sql.ref(column)}`))}
        from jsonb_populate_record(null::contacts, ${JSON.stringify(before)}::jsonb) as g
        where k.id = ${record_id} and k.updated_at = ${before.written_at as string}::timestamptz`.execute(trx);
    }
    await deleteImportChanges(
      trx,
      importId,
      changes.map(({ record_id }) => record_id),
    );
  });
  return changes.length;
}

/** Removes contacts that an import added, including from the lists of accounts. */
export async function removeAddedContacts(ctx: Context, importId: string, changes: readonly NotedChange[]): Promise<{ kept: number }> {
  const ids = changes.map(({ record_id }) => record_id);
  const { rows } = await sql<{ account_id: string }>`
    select distinct i.account_id from list_items i
    join lists l on l.account_id = i.account_id and l.id = i.list_id and l.scope = 'contact' where i.item_id = any(${ids}::bigint[])`.execute(
    ctx.db,
  );
  for (const { account_id } of rows) {
    await sql`
      delete from list_items i using lists l where i.account_id = ${account_id} and l.account_id = ${account_id} and l.id = i.list_id
        and l.scope = 'contact' and i.item_id = any(${ids}::bigint[])`.execute(ctx.db);
  }
  await ctx.db.transaction().execute(async (trx) => {
    await trx.deleteFrom('contacts').where('id', 'in', ids).execute();
    await deleteImportChanges(trx, importId, ids);
  });
  return { kept: 0 };
}
