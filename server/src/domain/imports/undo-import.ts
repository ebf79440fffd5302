import { sql } from 'kysely';
import { recordAudit } from '../audit/record-audit.ts';
import { indexCompanyNames } from '../companies/index-company-names.ts';
import type { Context } from '../context.ts';
import { recheckAllFeeds } from '../feed-filters/record-feed-changes.ts';
import { Problem } from '../problem.ts';
import { endImportRun, getImportRun } from './import-runs.ts';
import { removeAddedCompanies } from './remove-added-companies.ts';
import { restoreCompanies } from './restore-companies.ts';
import { removeAddedContacts, restoreContacts } from './restore-contacts.ts';

type UndoneImport = { removed: number; kept: number; restored: number };

export type ImportChange = { record_id: string; before: Record<string, unknown> | null };

const batchSize = 2000;
const undoable: ReadonlySet<string> = new Set(['companies', 'contacts']);

/**
 * Undoes an import: records that it added are removed, and values that it replaced are restored unless they have changed since. A company
 * that accounts or other data refer to is kept but loses the imported facts. An interrupted undo resumes where it stopped.
 */
export async function undoImport(ctx: Context, importId: string, onProgress?: (records: number) => void): Promise<UndoneImport> {
  const run = await getImportRun(ctx, importId);
  if (!undoable.has(run.kind))
    throw new Problem('conflict', `An import of ${run.kind} cannot be undone. Import the earlier values instead.`);
  if (run.status === 'undone') throw new Problem('conflict', `Import ${importId} has been undone already.`);
  await ctx.db.updateTable('import_runs').set({ status: 'undoing' }).where('id', '=', run.id).execute();
  const undone = { removed: 0, kept: 0, restored: 0 };
  const isOfCompanies = run.kind === 'companies';
  const restore = isOfCompanies ? restoreCompanies : restoreContacts;
  const remove = isOfCompanies ? removeAddedCompanies : removeAddedContacts;
  for (const isAdded of [false, true]) {
    for (;;) {
      const changes = await loadChanges(ctx, run.id, isAdded);
      if (changes.length === 0) break;
      if (isAdded) {
        const { kept } = await remove(ctx, run.id, changes);
        undone.kept += kept;
        undone.removed += changes.length - kept;
      } else undone.restored += await restore(ctx, run.id, changes);
      onProgress?.(undone.removed + undone.kept + undone.restored);
    }
  }
  await indexCompanyNames(ctx);
  await recheckAllFeeds(ctx.db);
  await endImportRun(ctx, run.id, 'undone');
  await recordAudit(ctx, ctx.db, {
    for: 'operator',
    action: 'import.undone',
    subject: { kind: 'import', id: run.id },
    detail: { file: run.fileName, ...undone },
  });
  return undone;
}

async function loadChanges(ctx: Context, importId: string, isAdded: boolean): Promise<ImportChange[]> {
  const { rows } = await sql<ImportChange>`
    select record_id::text, before from import_changes where import_id = ${importId} and is_added = ${isAdded}
    order by record_id limit ${batchSize}`.execute(ctx.db);
  return rows;
}
