import { sql } from 'kysely';
import { firstOf } from '../../lib/first-of.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { indexCompanyNames } from '../companies/index-company-names.ts';
import type { Context } from '../context.ts';
import { recheckAllFeeds } from '../feed-changes/record-feed-changes.ts';
import { Problem } from '../problem.ts';
import { endImportRun, getImportRun, type ImportRun, undoableKinds } from './import-runs.ts';
import type { UndoneRecords } from './record-undone.ts';
import { removeAddedCompanies } from './remove-added-companies.ts';
import { restoreCompanies } from './restore-companies.ts';
import { removeAddedContacts, restoreContacts } from './restore-contacts.ts';

export type ImportChange = { record_id: string; before: Record<string, unknown> | null };

const batchSize = 2000;

/**
 * Undoes an import: removes the records that it added and restores the values that it replaced, unless they have changed since. A company
 * that accounts or other data refer to remains but loses the imported facts. An interrupted undo resumes where it stopped and returns the
 * totals of all attempts. Only one process at a time can undo an import.
 */
export async function undoImport(ctx: Context, importId: string, onProgress?: (records: number) => void): Promise<UndoneRecords> {
  const run = await getImportRun(ctx, importId);
  if (!undoableKinds.has(run.kind))
    throw new Problem('conflict', `An import of ${run.kind} cannot be undone. Import the earlier values instead.`);
  return ctx.db.connection().execute(async (connection) => {
    const lock = sql`hashtextextended(${`undo import ${run.id}`}, 0)`;
    const { rows } = await sql<{ is_held: boolean }>`select pg_try_advisory_lock(${lock}) as is_held`.execute(connection);
    if (!firstOf(rows).is_held) throw new Problem('conflict', `Import ${importId} is being undone by another process.`);
    try {
      return await undoChanges(ctx, await getImportRun(ctx, importId), onProgress);
    } finally {
      await sql`select pg_advisory_unlock(${lock})`.execute(connection);
    }
  });
}

async function undoChanges(ctx: Context, run: ImportRun, onProgress?: (records: number) => void): Promise<UndoneRecords> {
  if (run.status === 'undone') throw new Problem('conflict', `Import ${run.id} has already been undone.`);
  let undone: UndoneRecords = await ctx.db
    .updateTable('import_runs')
    .set({ status: 'undoing' })
    .where('id', '=', run.id)
    .returning(['removed', 'kept', 'restored'])
    .executeTakeFirstOrThrow();
  const isOfCompanies = run.kind === 'companies';
  const restore = isOfCompanies ? restoreCompanies : restoreContacts;
  const remove = isOfCompanies ? removeAddedCompanies : removeAddedContacts;
  for (const isAdded of [false, true]) {
    for (;;) {
      const changes = await loadChanges(ctx, run.id, isAdded);
      if (changes.length === 0) break;
      undone = await (isAdded ? remove : restore)(ctx, run.id, changes);
      onProgress?.(undone.removed + undone.kept + undone.restored);
    }
  }
  await indexCompanyNames(ctx);
  await recheckAllFeeds(ctx.db);
  await ctx.db.transaction().execute(async (trx) => {
    await endImportRun({ ...ctx, db: trx }, run.id, 'undone');
    await recordAudit(ctx, trx, {
      for: 'operator',
      action: 'import.undone',
      subject: { kind: 'import', id: run.id },
      detail: { file: run.fileName, ...undone },
    });
  });
  return undone;
}

async function loadChanges(ctx: Context, importId: string, isAdded: boolean): Promise<ImportChange[]> {
  const { rows } = await sql<ImportChange>`
    select record_id::text, before from import_changes where import_id = ${importId} and is_added = ${isAdded}
    order by record_id limit ${batchSize}`.execute(ctx.db);
  return rows;
}
