import { sql, type Transaction } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { DB } from '../../db/schema.ts';
import { plainArray } from '../../lib/array-literal.ts';
import { type RowWriter, runCombined, writeRows } from '../../lib/combined-statements.ts';
import { prepared } from '../../lib/prepared.ts';
import { dayOf, nextDay, startOfDayMs } from '../../lib/zoned-days.ts';
import { companyDayKey } from './company-day-key.ts';
import { loadRollupVisits } from './load-rollup-visits.ts';
import { hourOfDay } from './rollup-changes.ts';
import { countsCompanies, type RollupLookup, type RollupValue, type RollupVisit, valuesOf } from './rollup-values.ts';

/** The rollup values of a company's visits on a day, and the hours in which the visits started, one bit each. */
export type CompanyDayValues = { companyId: string; day: string; values: Map<string, RollupValue>; hours: number };

/** A row that was looked up: `hours` is null if it is not stored; `before` and `after` are the neighboring days with the same value. */
export type PresenceRow = {
  companyId: string;
  valueId: string;
  day: string;
  hours: number | null;
  before: string | null;
  after: string | null;
};

export type PresenceKey = Pick<PresenceRow, 'companyId' | 'valueId' | 'day'>;
export type CompanyValue = PresenceKey & { hours: number };

/** A generation of the rollups of an account. */
type Scope = { accountId: string; generation: number };

/** Groups visits by company and day. */
export function companyDayValues(visits: readonly RollupVisit[], lookup: RollupLookup, timezone: string): Map<string, CompanyDayValues> {
  const found = new Map<string, CompanyDayValues>();
  for (const visit of visits) {
    if (visit.companyId === null || visit.pageDepth === 0) continue;
    const day = dayOf(visit.startedAtMs, timezone);
    const key = companyDayKey(visit.companyId, day);
    const entry = found.get(key) ?? { companyId: visit.companyId, day, values: new Map(), hours: 0 };
    for (const value of valuesOf(visit, lookup)) if (countsCompanies(value)) entry.values.set(value.id, value);
    entry.hours |= 1 << hourOfDay(visit.startedAtMs, day, timezone);
    found.set(key, entry);
  }
  return found;
}

/** Loads the visits of companies on the given days. */
export function loadVisitsOfDays(
  trx: Transaction<DB>,
  accountId: string,
  timezone: string,
  days: readonly { companyId: string; day: string }[],
): Promise<RollupVisit[]> {
  return loadRollupVisits(
    trx,
    accountId,
    sql`from unnest(${days.map(({ companyId }) => companyId)}::bigint[], ${days.map(({ day }) => new Date(startOfDayMs(day, timezone)))}::timestamptz[],
        ${days.map(({ day }) => new Date(startOfDayMs(nextDay(day), timezone)))}::timestamptz[]) as requests (company_id, from_at, to_at)
      join visits v on v.account_id = ${accountId} and v.company_id = requests.company_id and v.started_at >= requests.from_at and v.started_at < requests.to_at
      where true`,
  );
}

/** Lists the stored rows of companies on the given days. */
export async function listStoredValues(
  trx: Transaction<DB>,
  { accountId, generation }: Scope,
  days: readonly { companyId: string; day: string }[],
): Promise<(PresenceKey & { kind: RollupValue['kind'] })[]> {
  const { rows } = await sql<PresenceKey & { kind: RollupValue['kind'] }>`
    select p.company_id as "companyId", p.value_id as "valueId", p.day, coalesce(x.kind, 'all') as kind
    from company_values p left join rollup_values x on x.account_id = ${accountId} and x.id = p.value_id
    where p.account_id = ${accountId} and p.generation = ${generation}::smallint and (p.company_id, p.day) in (
      select * from unnest(${days.map(({ companyId }) => companyId)}::bigint[], ${days.map(({ day }) => day)}::date[]))`.execute(trx);
  return rows;
}

/** Looks up rows, with the days before and after them that have the same company and value. */
export async function findPresence(trx: Transaction<DB>, scope: Scope, keys: readonly PresenceKey[]): Promise<PresenceRow[]> {
  return keys.length === 0 ? [] : runCombined(trx, findCompanyValues, { ...scope, keys });
}

async function findCompanyValues(db: Database, requests: readonly (Scope & { keys: readonly PresenceKey[] })[]): Promise<PresenceRow[][]> {
  const [only] = requests;
  const isOne = only !== undefined && requests.length === 1;
  const account = isOne ? sql`${only.accountId}::bigint` : sql`requests.account_id`;
  const generation = isOne ? sql`${only.generation}::smallint` : sql`requests.generation`;
  const keys = requests.flatMap((request) => request.keys);
  const generations = requests.flatMap((request) => request.keys.map(() => request.generation));
  const accountIds = requests.flatMap((request) => request.keys.map(() => request.accountId));
  const { rows } = await prepared(
    isOne ? 'find_company_values' : 'find_company_values_of_accounts',
    sql<PresenceRow & { account_id: string }>`
    select requests.account_id, requests.company_id as "companyId", requests.value_id as "valueId", requests.day,
      (select hours from company_values p where p.account_id = ${account} and p.generation = ${generation} and p.company_id = requests.company_id and p.value_id = requests.value_id and p.day = requests.day) as hours,
      (select max(day) from company_values p where p.account_id = ${account} and p.generation = ${generation} and p.company_id = requests.company_id and p.value_id = requests.value_id and p.day < requests.day) as before,
      (select min(day) from company_values p where p.account_id = ${account} and p.generation = ${generation} and p.company_id = requests.company_id and p.value_id = requests.value_id and p.day > requests.day) as after
    from unnest(${plainArray(accountIds)}::bigint[], ${plainArray(keys.map(({ companyId }) => companyId))}::bigint[],
      ${plainArray(keys.map(({ valueId }) => valueId))}::bigint[], ${plainArray(keys.map(({ day }) => day))}::date[],
      ${plainArray(generations)}::smallint[]) as requests (account_id, company_id, value_id, day, generation)`,
  ).execute(db);
  const byAccount = Map.groupBy(rows, ({ account_id }) => account_id);
  return requests.map(({ accountId }) => byAccount.get(accountId) ?? []);
}

export function insertPresence(trx: Transaction<DB>, { accountId, generation }: Scope, rows: readonly CompanyValue[]): Promise<void> {
  return writeRows(
    trx,
    addCompanyValues,
    accountId,
    rows.map((row) => ({ ...row, generation })),
  );
}

const addCompanyValues: RowWriter<Database, CompanyValue & { generation: number }> = (db, accountIds, rows) =>
  prepared(
    'add_company_values',
    sql`
    insert into company_values (account_id, company_id, value_id, day, hours, generation)
    select * from unnest(${accountIds}::bigint[], ${plainArray(rows.map(({ companyId }) => companyId))}::bigint[],
      ${plainArray(rows.map(({ valueId }) => valueId))}::bigint[], ${plainArray(rows.map(({ day }) => day))}::date[], ${plainArray(rows.map(({ hours }) => hours))}::int[],
      ${plainArray(rows.map(({ generation }) => generation))}::smallint[])
    on conflict (account_id, generation, company_id, value_id, day) do update set hours = excluded.hours`,
  ).execute(db);

export async function deletePresence(trx: Transaction<DB>, { accountId, generation }: Scope, keys: readonly PresenceKey[]): Promise<void> {
  if (keys.length === 0) return;
  await sql`
    delete from company_values where account_id = ${accountId} and generation = ${generation}::smallint and (company_id, value_id, day) in (
      select * from unnest(${keys.map(({ companyId }) => companyId)}::bigint[], ${keys.map(({ valueId }) => valueId)}::bigint[], ${keys.map(({ day }) => day)}::date[]))`.execute(
    trx,
  );
}
