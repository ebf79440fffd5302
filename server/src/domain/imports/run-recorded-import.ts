import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';
import type { ImportRecord, ImportReport } from './import-record.ts';
import { endImportRun, getImportRun, type ImportRun, openImportRun, runProgressRecorder, undoableKinds } from './import-runs.ts';
import type { Importer } from './importer.ts';
import { listRefusedLines, maxRefusedLines, storeRefusedLines } from './refused-lines.ts';
import { type ImportOptions, runImport } from './run-import.ts';

type Options = Pick<ImportOptions, 'ignoreUnknownColumns' | 'onProgress'> & {
  /** Called if an interrupted import of the same file resumes. */
  onResume?(run: ImportRun): void;
};

/** Imports a file as a run that can be listed and undone. An interrupted run resumes after the last stored line. */
export async function runRecordedImport<Row>(
  ctx: Context,
  file: Parameters<typeof openImportRun>[1],
  importer: Importer<Row>,
  records: AsyncIterable<ImportRecord>,
  { onResume, ...options }: Options = {},
): Promise<{ report: ImportReport; id: string }> {
  const run = await openImportRun(ctx, file);
  if (run.lastLine > 0) onResume?.(run);
  const refusedEarlier = await listRefusedLines(ctx, run.id);
  const recordProgress = runProgressRecorder(run);
  try {
    const report = await runImport(ctx, importer, records, {
      ...options,
      dryRun: false,
      afterLine: run.lastLine,
      importId: run.id,
      onBatch: async (trx, outcomes) => {
        await storeRefusedLines(trx, run.id, outcomes, await recordProgress(trx, outcomes));
      },
    });
    const total = {
      ...report,
      read: run.read + report.read,
      added: run.added + report.added,
      updated: run.updated + report.updated,
      refusedLines: run.refused + report.refusedLines,
      refused: [...refusedEarlier, ...report.refused].slice(0, maxRefusedLines),
    };
    refuseEmptyFile(total);
    await endImportRun(ctx, run.id, 'done');
    return { report: total, id: run.id };
  } catch (error) {
    // On a conflict, another process is running or undoing this import and will end it. Other errors leave the run resumable.
    if (!(error instanceof Problem) || error.kind === 'conflict') throw error;
    await endImportRun(ctx, run.id, 'failed');
    throw withStoredLines(error, await getImportRun(ctx, run.id));
  }
}

/** Adds to an error what was stored before it. */
function withStoredLines(error: Problem, { id, kind, added, updated }: ImportRun): Problem {
  if (added + updated === 0) return error;
  const undo = undoableKinds.has(kind) ? `; "leadlight import undo ${id}" undoes it` : '';
  return new Problem(error.kind, `${error.message} Before the error, import ${id} added ${added} and updated ${updated} records${undo}.`);
}

/** A file without records is most likely the wrong file. */
export function refuseEmptyFile({ read }: Pick<ImportReport, 'read'>): void {
  if (read === 0) throw new Problem('invalid_input', 'The file contains no records that can be imported. Nothing was imported.');
}
