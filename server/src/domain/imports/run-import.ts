import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';
import { Fields } from './fields.ts';
import type { ImportRecord, ImportReport } from './import-record.ts';
import type { Importer } from './importer.ts';

export type ImportOptions = { dryRun: boolean; onProgress?(linesRead: number): void };

const batchSize = 200;

class TakenBack extends Error {}

/**
 * Runs an import line by line. What is wrong is refused and named, the rest is kept, in short transactions: an import that
 * is stopped has kept whole lines and can simply be run again.
 */
export async function runImport<Row>(
  ctx: Context,
  importer: Importer<Row>,
  records: AsyncIterable<ImportRecord>,
  options: ImportOptions,
): Promise<ImportReport> {
  const report: ImportReport = { read: 0, added: 0, updated: 0, refused: [], dryRun: options.dryRun };
  let batch: { line: number; row: Row }[] = [];
  const flush = async () => {
    await keep(ctx, importer, batch, report);
    batch = [];
    options.onProgress?.(report.read);
  };
  for await (const record of records) {
    report.read++;
    if ('fault' in record) {
      report.refused.push({ line: record.line, reasons: [record.fault] });
      continue;
    }
    const fields = new Fields(record.fields);
    const row = importer.read(fields);
    if (row === null || fields.faults.length > 0) report.refused.push({ line: record.line, reasons: fields.faults });
    else batch.push({ line: record.line, row });
    if (batch.length >= batchSize) await flush();
  }
  await flush();
  report.refused.sort((left, right) => left.line - right.line);
  return report;
}

async function keep<Row>(ctx: Context, importer: Importer<Row>, batch: { line: number; row: Row }[], report: ImportReport): Promise<void> {
  if (batch.length === 0) return;
  try {
    await ctx.db.transaction().execute(async (trx) => {
      for (const { line, row } of batch) {
        // A line that fails takes back itself and nothing else.
        await sql`savepoint line`.execute(trx);
        try {
          report[await importer.write({ ...ctx, db: trx }, row)]++;
          await sql`release savepoint line`.execute(trx);
        } catch (error) {
          await sql`rollback to savepoint line`.execute(trx);
          report.refused.push({ line, reasons: [reasonOf(ctx, error)] });
        }
      }
      if (report.dryRun) throw new TakenBack();
    });
  } catch (error) {
    if (!(error instanceof TakenBack)) throw error;
  }
}

function reasonOf(ctx: Context, error: unknown): string {
  if (error instanceof Problem) return error.message;
  ctx.log.error({ err: error }, 'A line of an import could not be kept');
  return 'it could not be kept: see the log';
}
