import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { DB } from '../../db/schema.ts';
import { StepSize } from '../lanes/step-size.ts';
import { listVisitPartitions } from '../visits/ensure-partitions.ts';
import { mentionedIn, redactionsOf, tableOf } from './conditions.ts';
import type { ErasureReport } from './erasure-report.ts';
import type { Subject } from './subject.ts';
import type { TextTable } from './text-tables.ts';

type Condition = RawBuilder<unknown>;
type Key = Record<string, unknown>;

/**
 * Searches a table for rows that mention the subject, without a lock, and returns their primary keys. Fails if redaction would
 * produce invalid JSON.
 */
export async function findMentions(db: Database, table: TextTable, where: Condition, subject: Subject): Promise<Key[]> {
  const mentioned = mentionedIn(table.columns, subject);
  if (mentioned === null) return [];
  const values = redactionsOf(table, subject).map(({ value }) => value);
  const redactionCheck = values.length === 0 ? sql`0` : sql`num_nonnulls(${sql.join(values)})`;
  const key = sql.join(table.primaryKey.map(({ name }) => sql`${sql.lit(name)}, ${sql.ref(name)}`));
  const found: Key[] = [];
  for (const period of await listPeriods(db, table)) {
    const { rows } = await sql<{ key: Key }>`
      select jsonb_build_object(${key}) as key, ${redactionCheck} as checked from ${tableOf(table)} where ${where} and ${period} and ${mentioned}`.execute(
      db,
    );
    for (const row of rows) found.push(row.key);
  }
  return found;
}

/** Returns the conditions by which a table is searched part by part: visits by month, so that no statement takes long. */
async function listPeriods(db: Database, { name }: TextTable): Promise<Condition[]> {
  if (name !== 'visits') return [sql`true`];
  return (await listVisitPartitions(db)).map(({ from, to }) => sql`started_at >= ${from} and started_at < ${to}`);
}

/** Erases the mentions in the rows of a table that match `where`. */
export type EraseRows = (
  trx: Transaction<DB>,
  table: TextTable,
  where: Condition,
  subject: Subject,
  report: ErasureReport,
) => Promise<void>;

type Run = (step: (trx: Transaction<DB>) => Promise<void>) => Promise<void>;

/** Erases the mentions in the rows with the found keys, in steps. */
export async function eraseFoundMentions(
  run: Run,
  table: TextTable,
  { where, found }: { where: Condition; found: readonly Key[] },
  subject: Subject,
  report: ErasureReport,
  eraseRows: EraseRows = eraseMentions,
): Promise<void> {
  const names = sql.join(table.primaryKey.map(({ name }) => sql.ref(name)));
  const size = new StepSize();
  for (let index = 0; index < found.length; ) {
    const keys = found.slice(index, index + size.rows);
    index += size.rows;
    const columns = table.primaryKey.map(({ name, type }) => sql`${keys.map((key) => String(key[name]))}::${sql.raw(type)}[]`);
    const among = sql`${where} and (${names}) in (select * from unnest(${sql.join(columns)}))`;
    await run((trx) => size.measure(() => eraseRows(trx, table, among, subject, report)));
  }
}

/** Redacts mentions of the subject in text and JSON columns. Rows with a mention in a unique key are deleted. */
export async function eraseMentions(
  trx: Transaction<DB>,
  table: TextTable,
  where: Condition,
  subject: Subject,
  report: ErasureReport,
): Promise<void> {
  const inKey = mentionedIn(
    table.columns.filter(({ isKey }) => isKey),
    subject,
  );
  if (inKey !== null)
    report.addRemoved(table.name, (await sql`delete from ${tableOf(table)} where ${where} and ${inKey}`.execute(trx)).numAffectedRows);
  const inText = mentionedIn(
    table.columns.filter(({ isKey }) => !isKey),
    subject,
  );
  const redactions = redactionsOf(table, subject);
  if (inText === null || redactions.length === 0) return;
  const changes = sql.join(redactions.map(({ column, value }) => sql`${sql.ref(column)} = ${value}`));
  report.addRedacted(
    table.name,
    (await sql`update ${tableOf(table)} set ${changes} where ${where} and ${inText}`.execute(trx)).numAffectedRows,
  );
}
