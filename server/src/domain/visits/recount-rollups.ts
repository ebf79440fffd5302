import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/schema.ts';
import { firstOf } from '../../lib/first-of.ts';
import { recountLeadsAndDays } from './recount-leads-and-days.ts';
import { rollUpVisits, type VisitChange } from './roll-up-visits.ts';
import { type RollupStateRow, rollupState, rollupStateColumns } from './rollup-generations.ts';
import type { RollupVisit } from './rollup-values.ts';

/** Updates all rollups after past visits were changed or deleted. The caller must hold the lanes of the account. */
export async function recountRollups(trx: Transaction<DB>, accountId: string, change: VisitChange): Promise<void> {
  if (change.removed.length === 0 && change.written.length === 0) return;
  const { rows } = await sql<RollupStateRow>`
    select ${rollupStateColumns} from accounts a left join day_rebuilds r on r.account_id = a.id where a.id = ${accountId}`.execute(trx);
  const account = firstOf(rows);
  const { timezone } = account;
  const companies = new Map(change.written.map(({ id, companyId }) => [id, companyId]));
  const moved = change.removed.filter(({ id, companyId }) => companies.get(id) !== companyId);
  const movedIds = new Set(moved.map(({ id }) => id));
  const touched = [...moved, ...change.written.filter(({ id }) => movedIds.has(id))];
  await recountLeadsAndDays(trx, accountId, timezone, touched.flatMap(companyDay));
  await rollUpVisits(trx, { accountId, rollups: rollupState(account) }, change);
}

function companyDay({ companyId, startedAtMs }: RollupVisit) {
  return companyId === null ? [] : [{ companyId, startedAtMs }];
}
