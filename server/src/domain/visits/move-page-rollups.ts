import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/schema.ts';
import { getOrThrow } from '../../lib/get-or-throw.ts';
import { dayNumber, gapChanges } from './company-gaps.ts';
import { type CompanyValue, deletePresence, insertPresence, type PresenceKey } from './company-presence.ts';
import { rowsOfValues } from './find-counted-values.ts';
import { RollupChanges, type RollupRow } from './rollup-changes.ts';
import { loadRollupState, type RollupGeneration } from './rollup-generations.ts';
import { type RollupValue, rollupValue } from './rollup-values.ts';
import { writeRollups } from './write-rollups.ts';

type PathChanges = {
  paths: readonly { before: string; after: string }[];
  /** All pages that had one of the paths. */
  pageIds: readonly string[];
};

/** A value whose visits move to another one. */
type Move = { from: RollupValue; to: RollupValue };

/**
 * Moves what is counted for paths after they were changed, and merges it with what is counted for the new paths. The caller must hold the
 * lanes of the account.
 */
export async function movePageRollups(trx: Transaction<DB>, accountId: string, { paths, pageIds }: PathChanges): Promise<void> {
  const moves: ReadonlyMap<string, Move> = new Map(
    paths.flatMap(({ before, after }) =>
      (['page', 'entry_page', 'exit_page'] as const).map((kind) => {
        const from = rollupValue(kind, before);
        return [from.id, { from, to: rollupValue(kind, after) }] as const;
      }),
    ),
  );
  const { rows: companies } = await sql<{ id: string }>`
    select distinct company_id as id from company_pages
    where account_id = ${accountId} and page_id = any(${pageIds}::bigint[])`.execute(trx);
  const companyIds = companies.map(({ id }) => id);
  const { rollups } = await loadRollupState(trx, accountId);
  for (const generation of rollups.generations) await moveInGeneration(trx, accountId, generation, moves, companyIds);
  await sql`delete from rollup_values where account_id = ${accountId} and id = any(${[...moves.keys()]}::bigint[])`.execute(trx);
}

type Moves = ReadonlyMap<string, Move>;
type Scope = { accountId: string; generation: number };

async function moveInGeneration(
  trx: Transaction<DB>,
  accountId: string,
  { generation, timezone }: RollupGeneration,
  moves: Moves,
  companyIds: readonly string[],
): Promise<void> {
  const scope = { accountId, generation };
  const changes = new RollupChanges(timezone);
  await moveVisits(trx, scope, moves, changes);
  await moveCompanies(trx, scope, moves, companyIds, changes);
  await writeRollups(trx, scope, changes);
}

async function moveVisits(trx: Transaction<DB>, scope: Scope, moves: Moves, changes: RollupChanges): Promise<void> {
  const from = [...moves.values()].map((move) => move.from);
  const { tables, condition } = await rowsOfValues(trx, scope, from);
  const { rows } = await sql<Pick<RollupRow, 'unit' | 'day' | 'visits' | 'identified'> & { value_id: string }>`
    delete from visit_rollups r using ${tables} where ${condition}
    returning r.unit, r.day, r.value_id, r.visits, r.identified`.execute(trx);
  for (const row of rows) changes.addVisits(row, getOrThrow(moves, row.value_id).to);
}

async function moveCompanies(
  trx: Transaction<DB>,
  scope: Scope,
  moves: Moves,
  companyIds: readonly string[],
  changes: RollupChanges,
): Promise<void> {
  const values = [...moves.values()].flatMap(({ from, to }) => [from.id, to.id]);
  const { rows } = await sql<PresenceKey>`
    select company_id as "companyId", value_id as "valueId", day from company_values
    where account_id = ${scope.accountId} and generation = ${scope.generation}::smallint
      and company_id = any(${companyIds}::bigint[]) and value_id = any(${values}::bigint[])`.execute(trx);
  const isMoved = ({ valueId }: PresenceKey) => moves.has(valueId);
  const newValueId = ({ valueId }: PresenceKey) => moves.get(valueId)?.to.id ?? valueId;
  const added: CompanyValue[] = [];
  for (const group of Map.groupBy(rows, (row) => `${row.companyId} ${newValueId(row)}`).values()) {
    const moved = group.find(isMoved);
    if (moved === undefined) continue;
    const { to } = getOrThrow(moves, moved.valueId);
    const before = new Set(group.filter((row) => !isMoved(row)).map(({ day }) => day));
    const after = new Set(group.map(({ day }) => day));
    for (const day of after) if (!before.has(day)) added.push({ companyId: moved.companyId, valueId: to.id, day, hours: 0 });
    for (const { day, gap, companies } of gapChanges(inOrder(before), inOrder(after))) changes.addCompanies(to, day, gap, companies);
  }
  await deletePresence(trx, scope, rows.filter(isMoved));
  await insertPresence(trx, scope, added);
}

function inOrder(days: Iterable<string>): number[] {
  return [...days].map(dayNumber).sort((a, b) => a - b);
}
