import type { Context } from '../context.ts';
import type { ImportPreview, PreviewRow } from './import-file.ts';
import { columnsOf, type ImportKind, importerOf } from './import-kinds.ts';
import type { RecognizedFile } from './recognize-file.ts';
import { type LineOutcome, runImport } from './run-import.ts';
import { shownText } from './shown-text.ts';

const previewLines = 200;
const shownRows = 10;
const shownErrors = 20;
const maxShownLength = 200;

/** Imports the first lines in a dry run and reports the results. */
export async function previewImport(
  ctx: Context,
  accountId: string,
  kind: ImportKind,
  { records, fileColumns, samples, format }: RecognizedFile,
): Promise<ImportPreview> {
  const columns = new Set<string>();
  const rows: PreviewRow[] = [];
  const outcomes = new Map<number, LineOutcome>();
  let isWhole = true;
  async function* firstRecords() {
    let lines = 0;
    for await (const record of records) {
      if (lines++ >= previewLines) {
        isWhole = false;
        return;
      }
      if ('fields' in record) for (const name of Object.keys(record.fields)) columns.add(name);
      if (rows.length < shownRows) rows.push({ line: record.line, values: 'fields' in record ? shownValues(record.fields) : {} });
      yield record;
    }
  }
  const { read, added, updated, refusedLines, refused, sharedDomains } = await runImport(ctx, importerOf(kind, accountId), firstRecords(), {
    dryRun: true,
    ignoreUnknownColumns: true,
    onBatch: async (_trx, lines) => {
      for (const outcome of lines) outcomes.set(outcome.line, outcome);
    },
  });
  const knownColumns = columnsOf(kind);
  return {
    fileColumns,
    samples,
    format,
    columns: [...columns],
    ignoredColumns: [...columns].filter((name) => !knownColumns.includes(name)),
    lines: read,
    isWhole,
    added,
    updated,
    refused: refusedLines,
    sharedDomains,
    rows: rows.map((row) => ({ ...row, ...outcomes.get(row.line) })),
    errors: refused.slice(0, shownErrors),
  };
}

function shownValues(fields: Record<string, unknown>): Record<string, string> {
  const entries = Object.entries(fields).filter(([, value]) => value !== null && value !== undefined && value !== '');
  return Object.fromEntries(entries.map(([name, value]) => [name, shownText(value, maxShownLength)]));
}
