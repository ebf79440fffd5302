import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { DB } from '../../db/schema.ts';
import { totalDay } from './rollup-changes.ts';
import { loadRollupState } from './rollup-generations.ts';
import type { RollupUnit, RollupValue } from './rollup-values.ts';

type Scope = { accountId: string; generation: number };

/** Returns the ids of the values for which visits are counted. The caller must hold the lanes of the account. */
export async function findCountedValues(
  trx: Transaction<DB>,
  accountId: string,
  values: readonly RollupValue[],
): Promise<ReadonlySet<string>> {
  const counted = new Set<string>();
  const { rollups } = await loadRollupState(trx, accountId);
  for (const { generation } of rollups.generations) {
    const { tables, condition } = await rowsOfValues(trx, { accountId, generation }, values);
    const { rows } = await sql<{ value_id: string }>`
      select distinct r.value_id from visit_rollups r, ${tables} where ${condition} and r.visits <> 0`.execute(trx);
    for (const { value_id } of rows) counted.add(value_id);
  }
  return counted;
}

/**
 * Returns further tables and the condition that select the rows `r` of `visit_rollups` with some values. Looks up each period, because no
 * index begins with the value.
 */
export async function rowsOfValues(
  trx: Transaction<DB>,
  { accountId, generation }: Scope,
  values: readonly RollupValue[],
): Promise<{ tables: RawBuilder<unknown>; condition: RawBuilder<unknown> }> {
  const { rows: periods } = await sql<{ unit: RollupUnit; day: string }>`
    select unit, day from visit_rollups
    where account_id = ${accountId} and generation = ${generation}::smallint and unit in ('day', 'month') and kind = 'all'`.execute(trx);
  periods.push({ unit: 'total', day: totalDay });
  const tables = sql`
    unnest(${periods.map(({ unit }) => unit)}::text[], ${periods.map(({ day }) => day)}::date[]) as period (unit, day),
    unnest(${values.map(({ kind }) => kind)}::text[], ${values.map(({ id }) => id)}::bigint[]) as value (kind, id)`;
  const condition = sql`r.account_id = ${accountId} and r.generation = ${generation}::smallint
    and r.unit = period.unit and r.kind = value.kind and r.day = period.day and r.value_id = value.id`;
  return { tables, condition };
}
