import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/schema.ts';
import { plainArray, textArray, timeArray } from '../../lib/array-literal.ts';
import { prepared } from '../../lib/prepared.ts';
import { RollupCache } from './rollup-cache.ts';
import type { HourRow, RollupChanges, RollupRow } from './rollup-changes.ts';
import type { RollupValue } from './rollup-values.ts';

/** Adds changes to the stored rollups. Rows are written in order, so that concurrent lanes cannot deadlock. */
export async function writeRollups(
  trx: Transaction<DB>,
  accountId: string,
  changes: RollupChanges,
  memory = new RollupCache(),
): Promise<void> {
  const rows = changes.rows();
  const values = rows.map(({ value }) => value);
  await writeRollupValues(trx, accountId, values, memory);
  await writeDays(trx, accountId, rows);
  await writeHours(trx, accountId, changes.hours());
}

/** Dictionary entries created by transactions that have not committed yet. */
const createdBy = new WeakMap<Transaction<DB>, Set<string>>();

/** Writes the dictionary entries of values and remembers the committed ones: those that existed before the transaction. */
export async function writeRollupValues(
  trx: Transaction<DB>,
  accountId: string,
  values: readonly RollupValue[],
  memory = new RollupCache(),
): Promise<void> {
  const unknown = new Map(
    values.flatMap((value) => (value.name === null || memory.hasValue(accountId, value.id) ? [] : [[value.id, value]])),
  );
  const named = [...unknown.values()].sort((a, b) => order(a.id, b.id));
  if (named.length === 0) return;
  const { rows: created } = await prepared(
    'write_rollup_values',
    sql<{ id: string }>`
    insert into rollup_values (account_id, id, kind, name)
    select ${accountId}::bigint, * from unnest(${plainArray(named.map(({ id }) => id))}::bigint[], ${plainArray(named.map(({ kind }) => kind))}::text[],
      ${textArray(named.map(({ name }) => name))}::text[])
    on conflict do nothing returning id`,
  ).execute(trx);
  const isNew = createdBy.get(trx) ?? new Set();
  for (const { id } of created) isNew.add(id);
  createdBy.set(trx, isNew);
  for (const { id } of named) if (!isNew.has(id)) memory.addValue(accountId, id);
}

async function writeDays(trx: Transaction<DB>, accountId: string, changed: readonly RollupRow[]): Promise<void> {
  if (changed.length === 0) return;
  const rows = changed.toSorted(
    (a, b) => order(a.unit, b.unit) || order(a.value.kind, b.value.kind) || order(a.day, b.day) || order(a.value.id, b.value.id),
  );
  const numbers = (value: (row: RollupRow) => string | number) => plainArray(rows.map(value));
  const companies = textArray(rows.map(({ gaps }) => (gaps === null ? null : plainArray(gaps.series()))));
  await prepared(
    'write_visit_rollups',
    sql`
    insert into visit_rollups as known (account_id, unit, kind, day, value_id, visits, identified, page_views, goals, companies)
    select ${accountId}::bigint, unit, kind, day, value_id, visits, identified, page_views, goals, coalesce(companies::int[], '{0}')
    from unnest(${numbers(({ unit }) => unit)}::text[], ${numbers(({ value }) => value.kind)}::text[], ${numbers(({ day }) => day)}::date[],
      ${numbers(({ value }) => value.id)}::bigint[], ${numbers(({ visits }) => visits)}::int[], ${numbers(({ identified }) => identified)}::int[],
      ${numbers(({ pageViews }) => pageViews)}::int[], ${numbers(({ goals }) => goals)}::int[], ${companies}::text[])
      as changed (unit, kind, day, value_id, visits, identified, page_views, goals, companies)
    on conflict (account_id, unit, kind, day, value_id) do update set visits = known.visits + excluded.visits,
      identified = known.identified + excluded.identified, page_views = known.page_views + excluded.page_views, goals = known.goals + excluded.goals,
      companies = case when excluded.companies = '{0}' then known.companies else add_series(known.companies, excluded.companies) end`,
  ).execute(trx);
}

async function writeHours(trx: Transaction<DB>, accountId: string, changed: readonly HourRow[]): Promise<void> {
  if (changed.length === 0) return;
  const rows = changed.toSorted((a, b) => order(a.value.kind, b.value.kind) || a.hourMs - b.hourMs || order(a.value.id, b.value.id));
  const numbers = (value: (row: HourRow) => string | number) => plainArray(rows.map(value));
  await prepared(
    'write_visit_rollup_hours',
    sql`
    insert into visit_rollup_hours as known (account_id, kind, hour, value_id, visits, identified, companies)
    select ${accountId}::bigint, * from unnest(${numbers(({ value }) => value.kind)}::text[], ${timeArray(rows.map((row) => row.hourMs))}::timestamptz[],
      ${numbers(({ value }) => value.id)}::bigint[], ${numbers(({ visits }) => visits)}::int[], ${numbers(({ identified }) => identified)}::int[],
      ${numbers(({ companies }) => companies)}::int[])
    on conflict (account_id, kind, hour, value_id) do update set visits = known.visits + excluded.visits,
      identified = known.identified + excluded.identified, companies = known.companies + excluded.companies`,
  ).execute(trx);
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
