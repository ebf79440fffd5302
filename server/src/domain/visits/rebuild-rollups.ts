import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/schema.ts';
import { firstOf } from '../../lib/first-of.ts';
import { getOrThrow } from '../../lib/get-or-throw.ts';
import { dayOf, nextDay, startOfDayMs } from '../../lib/zoned-days.ts';
import { dayNumber } from './company-gaps.ts';
import { companyDayValues, findPresence, insertPresence, loadVisitsOfDays, presenceRows } from './company-presence.ts';
import { loadLeadIndustries } from './lead-industries.ts';
import { loadRollupVisits } from './load-rollup-visits.ts';
import { RollupCache } from './rollup-cache.ts';
import { RollupChanges } from './rollup-changes.ts';
import { allVisits, type RollupValue, type RollupVisit, rollupValue } from './rollup-values.ts';
import { writeRollups, writeRollupValues } from './write-rollups.ts';

type Account = { accountId: string; timezone: string };

/** Stores the values that companies' visits count for on the given days. No values of these days may be stored yet. */
export async function storeCompanyValues(
  trx: Transaction<DB>,
  account: Account,
  days: readonly { companyId: string; day: string }[],
): Promise<void> {
  const { accountId, timezone } = account;
  if (days.length === 0) return;
  const visits = await loadVisitsOfDays(trx, accountId, timezone, days);
  const companyDays = companyDayValues(visits, await new RollupCache().lookUp(trx, accountId, visits), timezone);
  await writeRollupValues(
    trx,
    accountId,
    [...companyDays.values()].flatMap(({ values }) => [...values.values()]),
  );
  await insertPresence(trx, accountId, presenceRows(companyDays.values()));
}

/**
 * Rebuilds the rollups of the newest day with visits before the given day. Returns that day, or null if there is none. If no day is given,
 * deletes all rollups and starts with the newest day. The values of all companies must be stored.
 */
export async function rebuildRollupDay(
  trx: Transaction<DB>,
  { accountId, timezone }: Account,
  before: string | null,
): Promise<string | null> {
  if (before === null) {
    for (const table of ['visit_rollups', 'visit_rollup_hours'])
      await sql`delete from ${sql.table(table)} where account_id = ${accountId}`.execute(trx);
  }
  const until = before === null ? sql`true` : sql`started_at < ${new Date(startOfDayMs(before, timezone))}`;
  const { rows } = await sql<{ last: Date | null }>`
    select max(started_at) as last from visits where account_id = ${accountId} and (page_depth > 0 or goals <> '[]'::jsonb) and ${until}`.execute(
    trx,
  );
  const { last } = firstOf(rows);
  if (last === null) return null;
  const day = dayOf(last.getTime(), timezone);
  const [fromAt, toAt] = [new Date(startOfDayMs(day, timezone)), new Date(startOfDayMs(nextDay(day), timezone))];
  const visits = await loadRollupVisits(trx, accountId, sql`from visits v where v.started_at >= ${fromAt} and v.started_at < ${toAt}`);
  await countDay(trx, { accountId, timezone }, day, visits);
  return day;
}

async function countDay(trx: Transaction<DB>, { accountId, timezone }: Account, day: string, visits: RollupVisit[]): Promise<void> {
  const lookup = await new RollupCache().lookUp(trx, accountId, visits);
  const industries = await loadLeadIndustries(trx, accountId, [...new Set(visits.flatMap(({ companyId }) => companyId ?? []))]);
  const changes = new RollupChanges(timezone, () => true);
  for (const visit of visits) changes.addVisit(visit, lookup, industries.get(visit.companyId ?? '')?.stored ?? null, 1);
  const companyDays = companyDayValues(visits, lookup, timezone);
  const values = new Map<string, RollupValue>();
  for (const { values: dayValues, hours } of companyDays.values()) {
    for (const [id, value] of dayValues) values.set(id, value);
    for (let hour = 0, bits = hours; bits !== 0; hour++, bits >>>= 1) if (bits & 1) changes.addCompaniesOfHour(day, hour, 1);
  }
  const number = dayNumber(day);
  for (const { companyId, valueId, before } of await findPresence(trx, accountId, presenceRows(companyDays.values()))) {
    const gap = before === null ? null : number - dayNumber(before);
    changes.addCompanies(getOrThrow(values, valueId), number, gap, 1);
    const industry = valueId === allVisits.id ? (industries.get(companyId)?.stored ?? null) : null;
    if (industry !== null) changes.addCompanies(rollupValue('industry', industry), number, gap, 1);
  }
  await writeRollups(trx, accountId, changes);
}
