import { sql, type Transaction } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { DB } from '../../db/schema.ts';
import { plainArray, textArray, timeArray } from '../../lib/array-literal.ts';
import { type RowWriter, runCombined, writeRows } from '../../lib/combined-statements.ts';
import { compareKeys } from '../../lib/compare-keys.ts';
import { prepared } from '../../lib/prepared.ts';
import { RollupCache } from './rollup-cache.ts';
import type { HourRow, RollupChanges, RollupRow } from './rollup-changes.ts';
import type { RollupValue } from './rollup-values.ts';

/** Adds changes to the stored rollups. Rows are written in order, so that concurrent lanes cannot deadlock. */
export async function writeRollups(
  trx: Transaction<DB>,
  { accountId, generation }: { accountId: string; generation: number },
  changes: RollupChanges,
  cache = new RollupCache(),
): Promise<void> {
  const rows = changes.rows();
  const values = rows.map(({ value }) => value);
  await writeRollupValues(trx, accountId, values, cache);
  await writeRows(
    trx,
    writeDays,
    accountId,
    inOrder(rows).map((row) => ({ ...row, generation })),
  );
  await writeRows(
    trx,
    writeHours,
    accountId,
    hoursInOrder(changes.hours()).map((row) => ({ ...row, generation })),
  );
}

/** Keys (account and id) of the dictionary entries that each transaction has created. */
const createdBy = new WeakMap<Transaction<DB>, Set<string>>();

/** Writes the dictionary entries of values. Caches only entries that existed before the transaction, because it may be rolled back. */
export async function writeRollupValues(
  trx: Transaction<DB>,
  accountId: string,
  values: readonly RollupValue[],
  cache = new RollupCache(),
): Promise<void> {
  const unknown = new Map(
    values.flatMap((value) => (value.name === null || cache.hasValue(accountId, value.id) ? [] : [[value.id, value]])),
  );
  const named = [...unknown.values()].sort((a, b) => compareKeys(a.id, b.id));
  if (named.length === 0) return;
  const created = await runCombined(trx, addValues, { accountId, values: named });
  const isNew = createdBy.get(trx) ?? new Set();
  for (const id of created) isNew.add(`${accountId} ${id}`);
  createdBy.set(trx, isNew);
  for (const { id } of named) if (!isNew.has(`${accountId} ${id}`)) cache.addValue(accountId, id);
}

/** Returns the ids of the values that were created. */
async function addValues(db: Database, batches: readonly { accountId: string; values: readonly RollupValue[] }[]): Promise<string[][]> {
  const values = batches.flatMap((batch) => batch.values);
  const { rows } = await prepared(
    'write_rollup_values',
    sql<{ account_id: string; id: string }>`
    insert into rollup_values (account_id, id, kind, name, parent_id)
    select * from unnest(${plainArray(batches.flatMap((batch) => batch.values.map(() => batch.accountId)))}::bigint[],
      ${plainArray(values.map(({ id }) => id))}::bigint[], ${plainArray(values.map(({ kind }) => kind))}::text[], ${textArray(values.map(({ name }) => name))}::text[],
      ${plainArray(values.map(({ parentId }) => parentId ?? null))}::bigint[])
    on conflict do nothing returning account_id, id`,
  ).execute(db);
  const created = Map.groupBy(rows, ({ account_id }) => account_id);
  return batches.map(({ accountId }) => (created.get(accountId) ?? []).map(({ id }) => id));
}

function inOrder(rows: readonly RollupRow[]): RollupRow[] {
  return rows.toSorted(
    (a, b) =>
      compareKeys(a.unit, b.unit) ||
      compareKeys(a.value.kind, b.value.kind) ||
      compareKeys(a.day, b.day) ||
      compareKeys(a.value.id, b.value.id),
  );
}

type Written<Row> = Row & { generation: number };

const writeDays: RowWriter<Database, Written<RollupRow>> = (db, accountIds, rows) => {
  const numbers = (value: (row: Written<RollupRow>) => string | number) => plainArray(rows.map(value));
  const companies = textArray(rows.map(({ gaps }) => (gaps === null ? null : plainArray(gaps.series()))));
  return prepared(
    'write_visit_rollups',
    sql`
    insert into visit_rollups as known (account_id, generation, unit, kind, day, value_id, visits, identified, page_views, goals, companies)
    select account_id, generation, unit, kind, day, value_id, visits, identified, page_views, goals, coalesce(companies::int[], '{0}')
    from unnest(${accountIds}::bigint[], ${numbers(({ generation }) => generation)}::smallint[], ${numbers(({ unit }) => unit)}::text[], ${numbers(({ value }) => value.kind)}::text[], ${numbers(({ day }) => day)}::date[],
      ${numbers(({ value }) => value.id)}::bigint[], ${numbers(({ visits }) => visits)}::int[], ${numbers(({ identified }) => identified)}::int[],
      ${numbers(({ pageViews }) => pageViews)}::int[], ${numbers(({ goals }) => goals)}::int[], ${companies}::text[])
      as changed (account_id, generation, unit, kind, day, value_id, visits, identified, page_views, goals, companies)
    on conflict (account_id, generation, unit, kind, day, value_id) do update set visits = known.visits + excluded.visits,
      identified = known.identified + excluded.identified, page_views = known.page_views + excluded.page_views, goals = known.goals + excluded.goals,
      companies = case when excluded.companies = '{0}' then known.companies else add_series(known.companies, excluded.companies) end`,
  ).execute(db);
};

function hoursInOrder(rows: readonly HourRow[]): HourRow[] {
  return rows.toSorted((a, b) => compareKeys(a.value.kind, b.value.kind) || a.hourMs - b.hourMs || compareKeys(a.value.id, b.value.id));
}

const writeHours: RowWriter<Database, Written<HourRow>> = (db, accountIds, rows) => {
  const numbers = (value: (row: Written<HourRow>) => string | number) => plainArray(rows.map(value));
  return prepared(
    'write_visit_rollup_hours',
    sql`
    insert into visit_rollup_hours as known (account_id, generation, kind, hour, value_id, visits, identified, companies)
    select * from unnest(${accountIds}::bigint[], ${numbers(({ generation }) => generation)}::smallint[], ${numbers(({ value }) => value.kind)}::text[], ${timeArray(rows.map((row) => row.hourMs))}::timestamptz[],
      ${numbers(({ value }) => value.id)}::bigint[], ${numbers(({ visits }) => visits)}::int[], ${numbers(({ identified }) => identified)}::int[],
      ${numbers(({ companies }) => companies)}::int[])
    on conflict (account_id, generation, kind, hour, value_id) do update set visits = known.visits + excluded.visits,
      identified = known.identified + excluded.identified, companies = known.companies + excluded.companies`,
  ).execute(db);
};
