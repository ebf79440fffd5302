import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { Context } from '../context.ts';
import { lockListsContaining, updateItemCounts } from '../lists/item-counts.ts';
import { recordUndone, type UndoneRecords } from './record-undone.ts';
import { transferToOtherImports } from './transfer-to-other-imports.ts';
import type { ImportChange } from './undo-import.ts';

/** Keys of a recorded contact that are not restored. The database computes `words`. */
const notRestored: ReadonlySet<string> = new Set(['id', 'written_at', 'words']);

/** Restores the values of contacts that an import replaced, unless they were changed since. */
export async function restoreContacts(ctx: Context, importId: string, changes: readonly ImportChange[]): Promise<UndoneRecords> {
  const ids = changes.map(({ record_id }) => record_id);
  return ctx.db.transaction().execute(async (trx) => {
    for (const { record_id, before } of changes) {
      if (before === null) continue;
      const columns = Object.keys(before).filter((name) => !notRestored.has(name));
      const { numAffectedRows } = await sql`
        update contacts k set ${sql.join(columns.map((column) => sql`${sql.ref(column)} = ${restoredValue(column)}`))}
        from jsonb_populate_record(null::contacts, ${JSON.stringify(before)}::jsonb) as g
        where k.id = ${record_id} and k.updated_at = ${String(before.written_at)}::timestamptz`.execute(trx);
      if (numAffectedRows === 0n) await transferToLaterImport(trx, importId, record_id, before);
    }
    return recordUndone(trx, importId, ids, { restored: ids.length });
  });
}

/**
 * Two contacts cannot be matched by the same e-mail address: if another one has it now, it keeps it. A contact follows the merge of its
 * earlier company, and stays where it is if that company was removed.
 */
function restoredValue(column: string): RawBuilder<unknown> {
  const value = sql`g.${sql.ref(column)}`;
  if (column === 'company_id')
    return sql`coalesce((select coalesce(c.merged_into, c.id) from companies c where c.id = g.company_id and c.origin <> 'deleted'), k.company_id)`;
  if (column !== 'email') return value;
  return sql`case when not exists (select 1 from contacts other where other.email = g.email and other.id <> k.id) then ${value} end`;
}

/** If a later import has changed the contact again, makes its undo restore the values from before both imports. */
async function transferToLaterImport(trx: Database, importId: string, contactId: string, before: Record<string, unknown>): Promise<void> {
  await sql`
    update import_changes later set before = ${JSON.stringify(before)}::jsonb || jsonb_build_object('written_at', later.before -> 'written_at')
    where later.record_kind = 'contact' and later.record_id = ${contactId} and later.import_id <> ${importId}
      and (later.before ->> 'updated_at')::timestamptz = ${String(before.written_at)}::timestamptz`.execute(trx);
}

/** Removes contacts that an import added and no other import has changed, including what accounts have stored about them. */
export async function removeAddedContacts(ctx: Context, importId: string, changes: readonly ImportChange[]): Promise<UndoneRecords> {
  const ids = changes.map(({ record_id }) => record_id);
  const accountIds = await listReferringAccounts(ctx, ids);
  return ctx.db.transaction().execute(async (trx) => {
    for (const accountId of accountIds) await lockListsContaining(trx, accountId, 'contact', ids);
    // An import that changes these contacts is either committed, and found below, or waits for this lock and finds that they are gone.
    await trx.selectFrom('contacts').select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute();
    const successors = await transferToOtherImports(trx, importId, 'contact', ids);
    const removed = ids.filter((id) => !successors.has(id));
    for (const accountId of accountIds) await deleteAccountData(trx, accountId, removed);
    await sql`delete from contacts where id = any(${removed}::bigint[])`.execute(trx);
    return recordUndone(trx, importId, ids, { removed: removed.length, kept: successors.size });
  });
}

/** Lists the accounts with data that `deleteAccountData` deletes, in the order in which imports and undos lock their lists. */
async function listReferringAccounts(ctx: Context, contactIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ account_id: string }>`
    with given as materialized (select unnest(${contactIds}::bigint[]) as id), referring (account_id) as (
      select i.account_id from list_items i
        join lists l on l.account_id = i.account_id and l.id = i.list_id and l.scope = 'contact' where i.item_id in (select id from given)
      union select account_id from custom_field_values where scope = 'contact' and record_id in (select id from given)
      union select account_id from revealed_records where kind = 'contact' and record_id in (select id::text from given)
      union select i.account_id from record_job_items i
        join record_jobs j on j.account_id = i.account_id and j.id = i.job_id and j.type = 'find_contact_data_job'
        where i.record_id in (select id from given)
    )
    select account_id::text from referring order by referring.account_id`.execute(ctx.db);
  return rows.map(({ account_id }) => account_id);
}

/** Without the contacts, a request to erase a person would not find these rows. */
async function deleteAccountData(trx: Database, accountId: string, contactIds: readonly string[]): Promise<void> {
  const ids = sql`any(${contactIds}::bigint[])`;
  const { rows: removed } = await sql<{ list_id: string }>`
    delete from list_items i using lists l where i.account_id = ${accountId} and l.account_id = ${accountId} and l.id = i.list_id
      and l.scope = 'contact' and i.item_id = ${ids} returning i.list_id`.execute(trx);
  await updateItemCounts(trx, accountId, { removed: removed.map(({ list_id }) => list_id) });
  await sql`delete from custom_field_values where account_id = ${accountId} and scope = 'contact' and record_id = ${ids}`.execute(trx);
  await sql`delete from revealed_records where account_id = ${accountId} and kind = 'contact' and record_id = any(${contactIds}::text[])`.execute(
    trx,
  );
  await sql`
    delete from record_job_items i using record_jobs j where i.account_id = ${accountId} and j.account_id = ${accountId} and j.id = i.job_id
      and j.type = 'find_contact_data_job' and i.record_id = ${ids}`.execute(trx);
}
