import type { Selectable } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { DB } from '../../db/schema.ts';
import { lastOf } from '../../lib/last-of.ts';
import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';
import { readStoredRecords, storedNameOf } from './import-file.ts';
import { importerOf } from './import-kinds.ts';
import { endImportRun, failImportRunOf, openImportRun, runProgressRecorder } from './import-runs.ts';
import { previewImport } from './preview-import.ts';
import { type RecognizedFile, recognizeFile } from './recognize-file.ts';
import { refusedLinesOf } from './refused-lines.ts';
import { type LineOutcome, runImport } from './run-import.ts';
import { refuseEmptyFile } from './run-recorded-import.ts';

type Claimed = Pick<
  Selectable<DB['imports']>,
  'id' | 'kind' | 'file_name' | 'stored_name' | 'status' | 'last_line' | 'ignore_unknown_columns' | 'mapping'
>;

/** The import was deleted or taken over by another worker. */
class LostClaim extends Error {}

/**
 * Checks the first lines of a new file, or runs an import that a user has started. The transaction of each batch also stores the progress,
 * so that after a crash the next worker continues with the next line and no line is counted twice. After an undo of these lines, it starts
 * with the first one.
 */
export async function processImport(ctx: Context, accountId: string, importId: string): Promise<void> {
  const claimed = await claim(ctx, accountId, importId);
  if (!claimed) return cleanUpDeleted(ctx, accountId, importId);
  try {
    const stored = await readStoredRecords(ctx, claimed.stored_name);
    if (stored === null) return await fail(ctx, accountId, claimed, 'The file no longer exists. Upload it again.');
    const file = await recognizeFile(stored, claimed.kind, claimed.mapping);
    if (claimed.status === 'checking') return await check(ctx, accountId, claimed, file);
    const { records, format } = file;
    // The run outlives the file, so that the import can be listed and undone.
    const run = await openImportRun(ctx, { kind: claimed.kind, format, fileName: claimed.file_name, fingerprint: claimed.id });
    // After an undo, the run is a new one.
    if (run.lastLine < claimed.last_line) await resetProgress(ctx, accountId, claimed);
    const [recordLines, recordRun] = [importProgressRecorder(ctx, accountId, claimed, run.lastLine), runProgressRecorder(run)];
    const { ignoredColumns, sharedDomains } = await runImport(ctx, importerOf(claimed.kind, accountId), records, {
      dryRun: false,
      ignoreUnknownColumns: claimed.ignore_unknown_columns,
      afterLine: run.lastLine,
      importId: run.id,
      onBatch: async (trx, outcomes) => {
        await recordLines(trx, outcomes);
        await recordRun(trx, outcomes);
      },
    });
    const result = { ignored_columns: ignoredColumns, shared_domains: JSON.stringify(sharedDomains) };
    // In one transaction: if the worker were killed after the run has ended, resuming the import would open a second run.
    await ctx.db.transaction().execute(async (trx) => {
      await endImportRun({ ...ctx, db: trx }, run.id, 'done');
      await end({ ...ctx, db: trx }, accountId, claimed, 'done', null, result);
    });
    await ctx.files.remove(claimed.stored_name);
  } catch (error) {
    if (error instanceof LostClaim) return cleanUpDeleted(ctx, accountId, importId);
    if (error instanceof Problem && error.kind === 'invalid_input') return fail(ctx, accountId, claimed, error.details.title);
    ctx.log.error({ err: error, importId }, 'Import failed');
    if (claimed.status === 'checking')
      return fail(ctx, accountId, claimed, 'Something went wrong on the server. Nothing was imported. Upload the file again.');
    await end(
      ctx,
      accountId,
      claimed,
      'failed',
      'Something went wrong on the server. The lines imported so far are kept; start the import again to continue.',
    );
    await cleanUpDeleted(ctx, accountId, importId);
  }
}

/**
 * If the import was deleted, ends its run and deletes its file. The request that deletes an import leaves this to the job, because requests
 * cannot access runs.
 */
async function cleanUpDeleted(ctx: Context, accountId: string, importId: string): Promise<void> {
  const existing = await ctx.db
    .selectFrom('imports')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', '=', importId)
    .executeTakeFirst();
  if (existing) return;
  await failImportRunOf(ctx, importId);
  // The process that deleted the import may have been killed before it deleted the file.
  await ctx.files.remove(storedNameOf(importId));
}

/**
 * Ends an import that would fail again, and deletes its file. After other errors the run stays open and the file is kept, so that the import
 * can be resumed.
 */
async function fail(ctx: Context, accountId: string, claimed: Claimed, fault: string): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
    await failImportRunOf({ ...ctx, db: trx }, claimed.id);
    await end({ ...ctx, db: trx }, accountId, claimed, 'failed', fault);
  });
  await ctx.files.remove(claimed.stored_name);
}

async function claim(ctx: Context, accountId: string, importId: string): Promise<Claimed | undefined> {
  return ctx.db
    .updateTable('imports')
    .set({ heartbeat_at: ctx.clock.now() })
    .where('account_id', '=', accountId)
    .where('id', '=', importId)
    .where('status', 'in', ['checking', 'running'])
    .returning(['id', 'kind', 'file_name', 'stored_name', 'status', 'last_line', 'ignore_unknown_columns', 'mapping'])
    .executeTakeFirst();
}

async function check(ctx: Context, accountId: string, claimed: Claimed, file: RecognizedFile): Promise<void> {
  const preview = await previewImport(ctx, accountId, claimed.kind, file);
  refuseEmptyFile({ read: preview.lines });
  await ctx.db
    .updateTable('imports')
    .set({ status: 'checked', preview: JSON.stringify(preview) })
    .where('account_id', '=', accountId)
    .where('id', '=', claimed.id)
    .where('status', '=', 'checking')
    .execute();
}

/** The lines that were imported before have been undone, so the import starts again with the first line. */
async function resetProgress(ctx: Context, accountId: string, { id, last_line }: Claimed): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
    const updated = await trx
      .updateTable('imports')
      .set({ last_line: 0, read_lines: 0, added: 0, updated: 0, refused: 0, heartbeat_at: ctx.clock.now() })
      .where('account_id', '=', accountId)
      .where('id', '=', id)
      .where('status', '=', 'running')
      .where('last_line', '=', last_line)
      .returning('id')
      .executeTakeFirst();
    if (!updated) throw new LostClaim();
    await trx.deleteFrom('import_errors').where('account_id', '=', accountId).where('import_id', '=', id).execute();
  });
}

function importProgressRecorder(ctx: Context, accountId: string, { id }: Claimed, first: number) {
  let lastLine = first;
  return async (trx: Database, outcomes: LineOutcome[]) => {
    const counts = { added: 0, updated: 0, refused: 0 };
    for (const outcome of outcomes) counts['reasons' in outcome ? 'refused' : outcome.written]++;
    const updated = await trx
      .updateTable('imports')
      .set(({ eb }) => ({
        last_line: lastOf(outcomes).line,
        read_lines: eb('read_lines', '+', outcomes.length),
        added: eb('added', '+', counts.added),
        updated: eb('updated', '+', counts.updated),
        refused: eb('refused', '+', counts.refused),
        heartbeat_at: ctx.clock.now(),
      }))
      .where('account_id', '=', accountId)
      .where('id', '=', id)
      .where('status', '=', 'running')
      .where('last_line', '=', lastLine)
      .returning('refused')
      .executeTakeFirst();
    if (!updated) throw new LostClaim();
    const refused = refusedLinesOf(outcomes, updated.refused);
    if (refused.length > 0) {
      const rows = refused.map(({ line, reasons }) => ({ account_id: accountId, import_id: id, line, reasons }));
      await trx.insertInto('import_errors').values(rows).execute();
    }
    lastLine = lastOf(outcomes).line;
  };
}

async function end(
  ctx: Context,
  accountId: string,
  { id, status }: Claimed,
  finalStatus: 'done' | 'failed',
  fault: string | null,
  result: { ignored_columns?: string[]; shared_domains?: string } = {},
): Promise<void> {
  await ctx.db
    .updateTable('imports')
    .set({ status: finalStatus, fault, preview: null, ended_at: ctx.clock.now(), ...result })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('status', '=', status)
    .execute();
}
