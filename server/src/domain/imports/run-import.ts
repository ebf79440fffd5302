import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { errorCode } from '../../lib/error-code.ts';
import { findUnstorableText } from '../../lib/storable-text.ts';
import { isTransientError } from '../../lib/transient-error.ts';
import type { StoredWords } from '../companies/index-company-names.ts';
import { joinNamedCompanies } from '../company-merges/join-named-companies.ts';
import type { Context } from '../context.ts';
import { enqueueFollowCrm } from '../crm/follow-crm.ts';
import { recheckAllFeeds } from '../feed-changes/record-feed-changes.ts';
import { isUniqueViolation } from '../is-unique-violation.ts';
import { Problem } from '../problem.ts';
import { BatchTurn, EarlierBatchFailed } from './batch-turn.ts';
import { ColumnChecker } from './column-checker.ts';
import { Fields } from './fields.ts';
import type { ImportRecord, ImportReport, RefusedRecord, SharedDomain } from './import-record.ts';
import type { BatchState, Importer, Written } from './importer.ts';
import { maxRefusedLines } from './refused-lines.ts';
import { openSearchIndexes, type SearchIndexes } from './search-indexes.ts';

export type LineOutcome = { line: number; written: Written } | RefusedRecord;

export type ImportOptions = {
  dryRun: boolean;
  /** If false, a file whose first record has unknown columns is rejected, and so is every later record that has any. */
  ignoreUnknownColumns?: boolean;
  onProgress?(linesRead: number): void;
  /** Skips lines that an earlier run has processed. */
  afterLine?: number;
  /** The run for which changes are recorded, so that they can be undone. */
  importId?: string;
  /** Called in the transaction of each batch with the results of its lines, so both are committed together. */
  onBatch?(trx: Database, outcomes: LineOutcome[]): Promise<unknown>;
};

const defaultBatchSize = 200;
/** Lines parsed before yielding to the event loop, so that parsing a large block does not delay database responses. */
const linesReadAtOnce = 10;
const maxSharedDomains = 100;
/** Two imports of the same companies can deadlock. The retried batch finds the companies that the other import has stored. */
const deadlock = '40P01';
const maxAttempts = 10;
/** Bounds memory use: domains first seen after this many are not counted. */
const maxCountedDomains = 200_000;

class DryRunRollback extends Error {}

type Line<Row> = { line: number; row: Row } | RefusedRecord;
type Batch = { turn: BatchTurn | null; keys: ReadonlySet<string> | null; written: Promise<void> };

/**
 * Imports a file in batches, each in a short transaction. Invalid lines are rejected with reasons, the others are stored. An interrupted
 * import can be run again.
 */
export async function runImport<Row>(
  ctx: Context,
  importer: Importer<Row>,
  records: AsyncIterable<ImportRecord>,
  options: ImportOptions,
): Promise<ImportReport> {
  const { dryRun, ignoreUnknownColumns = false } = options;
  const report: ImportReport = {
    read: 0,
    added: 0,
    updated: 0,
    refusedLines: 0,
    refused: [],
    ignoredColumns: [],
    sharedDomains: [],
    skippedGroups: 0,
    dryRun,
  };
  const columns = new ColumnChecker(importer, ignoreUnknownColumns);
  const domains = new Map<string, number>();
  const ignoredDomains = new Map<string, number>();
  const separateDomains = new Map<string, number>();
  const batchSize = importer.batchSize ?? defaultBatchSize;
  const stored: StoredWords = new Set();
  const indexes = await openSearchIndexes(ctx, dryRun ? [] : (importer.searchIndexes ?? []));
  let batch: Line<Row>[] = [];
  let writtenLines = 0;
  let latest: Batch = { turn: null, keys: null, written: Promise.resolve() };
  let earlier = latest;
  const write = async (lines: Line<Row>[], turn: BatchTurn, before: Promise<void>) => {
    for (const outcome of await storeBatch(ctx, importer, lines, options, { stored, indexes }, turn, before)) {
      if ('written' in outcome) report[outcome.written]++;
      else if (++report.refusedLines <= maxRefusedLines) report.refused.push(outcome);
    }
    for (const line of lines) {
      if (!('row' in line)) continue;
      if (importer.isGroupSkipped?.(line.row)) report.skippedGroups++;
      countDomain(separateDomains, importer.separateDomainOf?.(line.row));
    }
    indexes.update(lines.length);
    writtenLines += lines.length;
    options.onProgress?.(writtenLines);
  };
  // While a batch is written, the next one is read. If the next one concerns other companies, it is also written at the same time.
  const flush = async () => {
    const keys = dryRun ? null : keysOf(importer, batch);
    const isIndependent = keys !== null && latest.keys !== null && !haveCommonItem(keys, latest.keys);
    await (isIndependent ? earlier : latest).written;
    earlier = latest;
    const turn = new BatchTurn(ctx.ids.uuid(), isIndependent ? earlier.turn : null);
    latest = { turn, keys, written: write(batch, turn, earlier.written) };
    // Without a handler, a rejection would end the process before it is awaited.
    latest.written.catch(() => {});
    batch = [];
  };
  let isRead = false;
  try {
    for await (const record of records) {
      if (record.line <= (options.afterLine ?? 0)) continue;
      const line = readLine(importer, record, columns, ignoreUnknownColumns);
      if ('row' in line) countDomain(domains, importer.domainOf?.(line.row));
      if ('row' in line) countDomain(ignoredDomains, importer.ignoredDomainOf?.(line.row));
      report.read++;
      batch.push(line);
      if (batch.length >= batchSize) await flush();
      else if (batch.length % linesReadAtOnce === 0) await setImmediate();
    }
    isRead = true;
  } finally {
    // Lines read before an error in the file are stored.
    try {
      await flush();
      await Promise.all([earlier.written, latest.written]);
    } finally {
      await Promise.allSettled([earlier.written, latest.written]);
      await indexes.complete();
      // Also after an error, because nobody may resume the import.
      if (!dryRun && (isRead || report.added + report.updated > 0)) await updateDependents(ctx, importer, indexes);
    }
  }
  return { ...report, ignoredColumns: columns.ignored, sharedDomains: sharedDomainsOf(domains, ignoredDomains, separateDomains) };
}

/** Updates everything that depends on the imported data. */
async function updateDependents<Row>(ctx: Context, importer: Importer<Row>, indexes: SearchIndexes): Promise<void> {
  if (importer.addsCompanies) {
    await joinNamedCompanies(ctx);
    await indexes.complete();
  }
  if (importer.changesDirectory) {
    await enqueueFollowCrm(ctx);
    await recheckAllFeeds(ctx.db);
  }
}

type DomainCounts = Map<string, number>;

function countDomain(counts: DomainCounts, domain: string | undefined): void {
  if (domain === undefined) return;
  const rows = counts.get(domain) ?? 0;
  if (rows > 0 || counts.size < maxCountedDomains) counts.set(domain, rows + 1);
}

function sharedDomainsOf(domains: DomainCounts, ignored: DomainCounts, separate: DomainCounts): SharedDomain[] {
  const shared: SharedDomain[] = [];
  for (const [domain, all] of domains) {
    const rows = all - (separate.get(domain) ?? 0);
    if (rows > 1) shared.push({ domain, rows });
  }
  for (const [domain, rows] of ignored) shared.push({ domain, rows, ignored: true });
  for (const [domain, rows] of separate) shared.push({ domain, rows, separate: true });
  return shared.sort((one, other) => other.rows - one.rows || (one.domain < other.domain ? -1 : 1)).slice(0, maxSharedDomains);
}

function readLine<Row>(importer: Importer<Row>, record: ImportRecord, columns: ColumnChecker, ignoresUnknown: boolean): Line<Row> {
  const { line } = record;
  if ('fault' in record) return { line, reasons: [record.fault] };
  if (findUnstorableText(record.fields) !== null) return { line, reasons: ['a value contains a character that cannot be stored'] };
  const { isGroupOptional, source } = record;
  const fields = new Fields(record.fields, { ignoresUnknown, isGroupOptional, source });
  const row = importer.read(fields);
  const unknown = columns.check(record.fields);
  if (unknown.length > 0) fields.refuse(`unknown fields: ${unknown.join(', ')}`);
  return row === null || fields.faults.length > 0 ? { line, reasons: fields.faults } : { line, row };
}

/** Returns the keys of all rows, or null if a row may read or change other companies. */
function keysOf<Row>(importer: Importer<Row>, batch: readonly Line<Row>[]): Set<string> | null {
  const all = new Set<string>();
  for (const line of batch) {
    if (!('row' in line)) continue;
    const keys = importer.keysOf?.(line.row) ?? null;
    if (keys === null) return null;
    for (const key of keys) all.add(key);
  }
  return all;
}

function haveCommonItem(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  for (const item of one) if (other.has(item)) return true;
  return false;
}

type RunState = { stored: StoredWords; indexes: SearchIndexes };

/** `before` is settled when the preceding batch has been written or has failed. */
async function storeBatch<Row>(
  ctx: Context,
  importer: Importer<Row>,
  batch: Line<Row>[],
  options: ImportOptions,
  state: RunState,
  first: BatchTurn,
  before: Promise<void>,
): Promise<LineOutcome[]> {
  let turn = first;
  for (let attempt = 1; ; attempt++) {
    try {
      const outcomes = batch.length === 0 ? [] : await tryToStore(ctx, importer, batch, options, state, turn);
      turn.end(true);
      return outcomes;
    } catch (error) {
      turn.end(false);
      state.stored.clear();
      if (!(error instanceof EarlierBatchFailed) && (errorCode(error) !== deadlock || attempt === maxAttempts)) throw error;
      await before;
      turn = new BatchTurn(ctx.ids.uuid(), null);
    }
  }
}

async function tryToStore<Row>(
  ctx: Context,
  importer: Importer<Row>,
  batch: Line<Row>[],
  { dryRun, onBatch, importId: runId }: ImportOptions,
  { stored, indexes }: RunState,
  turn: BatchTurn,
): Promise<LineOutcome[]> {
  const importId = runId ?? null;
  const outcomes: LineOutcome[] = [];
  try {
    await ctx.db.transaction().execute(async (trx) => {
      const trxCtx = { ...ctx, db: trx };
      await turn.begin(trx);
      await indexes.deferWithin(trx);
      const waitForEarlier = () => turn.waitForEarlier(trx);
      const batchResults = await storeTogether(trxCtx, importer, batch, importId, { stored, waitForEarlier });
      await waitForEarlier();
      for (const item of batch) {
        const written = batchResults.get(item);
        if ('reasons' in item) outcomes.push(item);
        else if (written instanceof Problem) outcomes.push({ line: item.line, reasons: [written.message] });
        else if (written) outcomes.push({ line: item.line, written });
        else outcomes.push(await storeLine(trxCtx, importer, item, importId));
      }
      await onBatch?.(trx, outcomes);
      if (dryRun) throw new DryRunRollback();
    });
  } catch (error) {
    if (!(error instanceof DryRunRollback)) throw error;
    stored.clear();
  }
  return outcomes;
}

/**
 * Stores many lines in a few statements. Lines that are missing from the result or mapped to null must be stored one by one; after a
 * failure, the result is empty.
 */
async function storeTogether<Row>(
  ctx: Context,
  importer: Importer<Row>,
  batch: readonly Line<Row>[],
  importId: string | null,
  state: BatchState,
): Promise<Map<Line<Row>, Written | Problem | null>> {
  const lines = batch.filter((line) => 'row' in line);
  if (importer.writeAll === undefined || lines.length < 2) return new Map();
  await sql`savepoint batch`.execute(ctx.db);
  try {
    const written = await importer.writeAll(
      ctx,
      lines.map(({ row }) => row),
      importId,
      state,
    );
    await sql`release savepoint batch`.execute(ctx.db);
    return new Map(lines.map((line, index) => [line, written[index] ?? null]));
  } catch (error) {
    if (isTransientError(error) || error instanceof EarlierBatchFailed) throw error;
    ctx.log.debug({ err: error }, 'Could not store the lines of an import together');
  }
  await sql`rollback to savepoint batch`.execute(ctx.db);
  state.stored.clear();
  return new Map();
}

/**
 * Stores one line. An error rolls back this line only, unless the error is transient. If another import has just added the same company,
 * the second attempt finds it.
 */
async function storeLine<Row>(
  ctx: Context,
  importer: Importer<Row>,
  { line, row }: { line: number; row: Row },
  importId: string | null,
  isRetry = false,
): Promise<LineOutcome> {
  await sql`savepoint line`.execute(ctx.db);
  try {
    const written = await importer.write(ctx, row, importId);
    await sql`release savepoint line`.execute(ctx.db);
    return { line, written };
  } catch (error) {
    if (isTransientError(error)) throw error;
    await sql`rollback to savepoint line`.execute(ctx.db);
    if (isUniqueViolation(error) && !isRetry) return storeLine(ctx, importer, { line, row }, importId, true);
    return { line, reasons: [reasonOf(ctx, error)] };
  }
}

function reasonOf(ctx: Context, error: unknown): string {
  if (error instanceof Problem) return error.message;
  ctx.log.error({ err: error }, 'Could not store a line of an import');
  return 'an internal error prevented the line from being stored';
}
