import type { Transaction } from 'kysely';
import type { DB } from '../../db/schema.ts';
import { recountLeadsAndDays } from './recount-leads-and-days.ts';
import { rollUpVisits, type VisitChange } from './roll-up-visits.ts';
import { loadRollupState } from './rollup-generations.ts';
import type { RollupVisit } from './rollup-values.ts';

/** Updates all rollups after past visits were changed or deleted. The caller must hold the lanes of the account. */
export async function recountRollups(trx: Transaction<DB>, accountId: string, change: VisitChange): Promise<void> {
  if (change.removed.length === 0 && change.written.length === 0) return;
  const { timezone, rollups } = await loadRollupState(trx, accountId);
  const companies = new Map(change.written.map(({ id, companyId }) => [id, companyId]));
  const moved = change.removed.filter(({ id, companyId }) => companies.get(id) !== companyId);
  const movedIds = new Set(moved.map(({ id }) => id));
  const touched = [...moved, ...change.written.filter(({ id }) => movedIds.has(id))];
  await recountLeadsAndDays(trx, accountId, timezone, touched.flatMap(companyDay));
  await rollUpVisits(trx, { accountId, rollups }, change);
}

function companyDay({ companyId, startedAtMs }: RollupVisit) {
  return companyId === null ? [] : [{ companyId, startedAtMs }];
}
