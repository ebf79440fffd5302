import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { DB } from '../../db/schema.ts';
import { firstOf } from '../../lib/first-of.ts';

type Generation = { accountId: string; generation: number };

const dashboardTables: { name: string; key: RawBuilder<unknown> }[] = [
  { name: 'visit_rollups', key: sql`account_id, generation, unit, kind, day, value_id` },
  { name: 'visit_rollup_hours', key: sql`account_id, generation, kind, hour, value_id` },
];

/**
 * Deletes about `limit` rows of a generation of rollups, but always all rows of a company. `lastCompanyId` is the last company whose rows
 * earlier calls have deleted, or null. Returns the value for the next call, or null if no rows are left.
 */
export async function clearGeneration(
  trx: Transaction<DB>,
  { accountId, generation }: Generation,
  { limit, lastCompanyId }: { limit: number; lastCompanyId: string | null },
): Promise<string | null> {
  const after = lastCompanyId ?? '0';
  await sql`set local enable_seqscan = off`.execute(trx);
  for (const { name, key } of dashboardTables) {
    const { numAffectedRows } = await sql`
      delete from ${sql.table(name)} where account_id = ${accountId} and (${key}) in (
        select ${key} from ${sql.table(name)} where account_id = ${accountId} and generation = ${generation}::smallint limit ${limit})`.execute(
      trx,
    );
    if (numAffectedRows !== undefined && numAffectedRows > 0n) return after;
  }
  // Continues after the last company: the index still contains the deleted rows of earlier companies, possibly millions.
  const remaining = sql`company_values where account_id = ${accountId} and generation = ${generation}::smallint and company_id > ${after}`;
  const { rows } = await sql<{ last: string | null }>`
    select max(company_id) as last from (select company_id from ${remaining} order by company_id limit ${limit}) as next`.execute(trx);
  const { last } = firstOf(rows);
  if (last !== null) await sql`delete from ${remaining} and company_id <= ${last}`.execute(trx);
  return last;
}
