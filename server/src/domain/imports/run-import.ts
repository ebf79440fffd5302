import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { unstorableText } from '../../lib/storable-text.ts';
import type { Context } from '../context.ts';
import { followCrms } from '../crm/follow-crm.ts';
import { Problem } from '../problem.ts';
import { Fields } from './fields.ts';
import type { ImportRecord, ImportReport, RefusedRecord, SharedDomain } from './import-record.ts';
import type { Importer, Written } from './importer.ts';
import { KnownColumns } from './known-columns.ts';

export type LineOutcome = { line: number; written: Written } | RefusedRecord;

export type ImportOptions = {
  dryRun: boolean;
  /** Otherwise, files with unknown columns are refused. */
  ignoreUnknownColumns?: boolean;
  onProgress?(linesRead: number): void;
  /** Skips lines that an earlier run has processed. */
  afterLine?: number;
  /** Called in the transaction of each batch with the results of its lines, so both are committed together. */
  onBatch?(trx: Database, outcomes: LineOutcome[]): Promise<void>;
};

const batchSize = 200;
const maxSharedDomains = 100;

class TakenBack extends Error {}

type Line<Row> = { line: number; row: Row } | RefusedRecord;

/**
 * Imports a file line by line in short transactions. Invalid lines are refused with reasons and the others stored, so an interrupted import
 * can be run again.
 */
export async function runImport<Row>(
  ctx: Context,
  importer: Importer<Row>,
  records: AsyncIterable<ImportRecord>,
  options: ImportOptions,
): Promise<ImportReport> {
  const { dryRun, ignoreUnknownColumns = false } = options;
  const report: ImportReport = { read: 0, added: 0, updated: 0, refused: [], ignoredColumns: [], sharedDomains: [], dryRun };
  const columns = new KnownColumns(importer, ignoreUnknownColumns);
  const domains = new Map<string, number>();
  let batch: Line<Row>[] = [];
  const flush = async () => {
    for (const outcome of await storeBatch(ctx, importer, batch, options)) {
      if ('reasons' in outcome) report.refused.push(outcome);
      else report[outcome.written]++;
    }
    batch = [];
    options.onProgress?.(report.read);
  };
  for await (const record of records) {
    const line = readLine(importer, record, columns, ignoreUnknownColumns);
    const domain = 'row' in line ? importer.domainOf?.(line.row) : undefined;
    if (domain !== undefined) domains.set(domain, (domains.get(domain) ?? 0) + 1);
    if (record.line <= (options.afterLine ?? 0)) continue;
    report.read++;
    batch.push(line);
    if (batch.length >= batchSize) await flush();
  }
  await flush();
  if (importer.changesDirectory && !dryRun) await followCrms(ctx);
  return { ...report, ignoredColumns: columns.ignored, sharedDomains: sharedDomainsOf(domains) };
}

function sharedDomainsOf(domains: ReadonlyMap<string, number>): SharedDomain[] {
  const shared = [...domains].flatMap(([domain, rows]) => (rows > 1 ? { domain, rows } : []));
  return shared.sort((one, other) => other.rows - one.rows || (one.domain < other.domain ? -1 : 1)).slice(0, maxSharedDomains);
}

function readLine<Row>(importer: Importer<Row>, record: ImportRecord, columns: KnownColumns, ignoresUnknown: boolean): Line<Row> {
  const { line } = record;
  if ('fault' in record) return { line, reasons: [record.fault] };
  if (unstorableText(record.fields) !== null) return { line, reasons: ['a text contains a character that cannot be stored'] };
  const fields = new Fields(record.fields, { ignoresUnknown });
  const row = importer.read(fields);
  const unknown = columns.check(record.fields);
  if (unknown.length > 0) fields.refuse(`unknown fields: ${unknown.join(', ')}`);
  return row === null || fields.faults.length > 0 ? { line, reasons: fields.faults } : { line, row };
}

async function storeBatch<Row>(
  ctx: Context,
  importer: Importer<Row>,
  batch: Line<Row>[],
  { dryRun, onBatch }: ImportOptions,
): Promise<LineOutcome[]> {
  if (batch.length === 0) return [];
  const outcomes: LineOutcome[] = [];
  try {
    await ctx.db.transaction().execute(async (trx) => {
      for (const one of batch) outcomes.push('reasons' in one ? one : await storeLine({ ...ctx, db: trx }, importer, one));
      await onBatch?.(trx, outcomes);
      if (dryRun) throw new TakenBack();
    });
  } catch (error) {
    if (!(error instanceof TakenBack)) throw error;
  }
  return outcomes;
}

/** An error rolls back this line only. */
async function storeLine<Row>(ctx: Context, importer: Importer<Row>, { line, row }: { line: number; row: Row }): Promise<LineOutcome> {
  await sql`savepoint line`.execute(ctx.db);
  try {
    const written = await importer.write(ctx, row);
    await sql`release savepoint line`.execute(ctx.db);
    return { line, written };
  } catch (error) {
    await sql`rollback to savepoint line`.execute(ctx.db);
    return { line, reasons: [reasonOf(ctx, error)] };
  }
}

function reasonOf(ctx: Context, error: unknown): string {
  if (error instanceof Problem) return error.message;
  ctx.log.error({ err: error }, 'Could not store a line of an import');
  return 'it could not be stored: see the log';
}
