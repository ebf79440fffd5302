import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/schema.ts';
import { firstOf } from '../../lib/first-of.ts';
import { required } from '../../lib/required.ts';
import { dayOf, nextDay, startOfDayMs } from '../../lib/zoned-days.ts';
import { type CountedDay, countVisitDays } from './count-visit-days.ts';
import type { RebuildProgress } from './rebuild-progress.ts';
import { recountCompanyDays } from './recount-company-days.ts';
import { updateLeadRollups } from './update-lead-rollups.ts';

const maxCompanies = 200;

type Account = { accountId: string; timezone: string };

/** Days of a company to rebuild: from `fromDay` (null: the first one) until `toDay` (exclusive; null: all that are left). */
type Slice = { companyId: string; fromDay: string | null; toDay: string | null; days: string[]; visits: number };

/**
 * Rebuilds the daily rollups of the next companies, with about `maxVisits` visits. The smallest unit is one day of one company. Days that are
 * not rebuilt yet keep their rollups.
 */
export async function rebuildCompanies(
  trx: Transaction<DB>,
  account: Account,
  progress: RebuildProgress,
  maxVisits: number,
): Promise<RebuildProgress> {
  const { accountId, timezone } = account;
  const slices = await findNextSlices(trx, account, progress, maxVisits);
  const last = slices.at(-1);
  if (!last) return { ...progress, step: 'visits', last_id: null, from_day: null };
  await lockLeads(trx, accountId, slices);
  await deleteDays(trx, accountId, slices);
  const days = slices.flatMap(({ companyId, days: ofCompany }) => ofCompany.map((day) => ({ companyId, day })));
  await recountCompanyDays(trx, accountId, timezone, days);
  const ended = slices.filter(({ toDay }) => toDay === null).map(({ companyId }) => companyId);
  await updateLeadRollups(trx, accountId, ended);
  return { ...progress, last_id: last.companyId, from_day: last.toDay, companies_done: progress.companies_done + ended.length };
}

/** Returns the work of the next step: usually whole companies, but only some days of a very large one. */
async function findNextSlices(trx: Transaction<DB>, account: Account, progress: RebuildProgress, maxVisits: number): Promise<Slice[]> {
  const { last_id: lastId, from_day: fromDay } = progress;
  const after = fromDay === null ? sql`company_id > ${lastId ?? '0'}` : sql`company_id >= ${lastId}`;
  const { rows } = await sql<{ company_id: string }>`
    select company_id from leads where account_id = ${account.accountId} and ${after}
    order by company_id limit ${Math.min(maxVisits, maxCompanies)}`.execute(trx);
  const slices: Slice[] = [];
  let visitsLeft = maxVisits;
  for (const { company_id: companyId } of rows) {
    const slice = await findNextSlice(trx, account, { companyId, fromDay: companyId === lastId ? fromDay : null, maxVisits: visitsLeft });
    slices.push(slice);
    visitsLeft -= slice.visits;
    if (slice.toDay !== null || visitsLeft <= 0) break;
  }
  return slices;
}

type SliceRequest = { companyId: string; fromDay: string | null; maxVisits: number };

/** Returns the next whole days with visits, at least one if there are any. */
async function findNextSlice(trx: Transaction<DB>, { accountId, timezone }: Account, request: SliceRequest): Promise<Slice> {
  const { companyId, fromDay, maxVisits } = request;
  const fromAt = new Date(fromDay === null ? 0 : startOfDayMs(fromDay, timezone));
  const { rows } = await sql<{ started_at: Date }>`
    select started_at from visits where account_id = ${accountId} and company_id = ${companyId} and started_at >= ${fromAt} and page_depth > 0
    order by started_at limit ${maxVisits + 1}`.execute(trx);
  const counted = new Map<string, number>();
  for (const { started_at } of rows) {
    const day = dayOf(started_at.getTime(), timezone);
    counted.set(day, (counted.get(day) ?? 0) + 1);
  }
  const days = [...counted.keys()];
  if (rows.length <= maxVisits) return { companyId, fromDay, toDay: null, days, visits: rows.length };
  // The last day may be incomplete, so it is left to the next slice unless it is the only one.
  const toDay = days.length === 1 ? nextDay(firstOf(days)) : required(days.pop());
  return { companyId, fromDay, toDay, days, visits: rows.length - (counted.get(toDay) ?? 0) };
}

async function lockLeads(trx: Transaction<DB>, accountId: string, slices: readonly Slice[]): Promise<void> {
  await sql`
    select 1 from leads where account_id = ${accountId} and company_id = any(${slices.map(({ companyId }) => companyId)}::bigint[])
    order by company_id for update`.execute(trx);
}

/** Deletes all rows of the given ranges of days, because days of another time zone may have no visits in the current one. */
async function deleteDays(trx: Transaction<DB>, accountId: string, slices: readonly Slice[]): Promise<void> {
  const ranges = sql`unnest(${slices.map(({ companyId }) => companyId)}::bigint[], ${slices.map(({ fromDay }) => fromDay ?? '-infinity')}::date[],
      ${slices.map(({ toDay }) => toDay ?? 'infinity')}::date[]) as range (company_id, from_day, to_day)`;
  const { rows: removed } = await sql<CountedDay>`
    with removed as (
      delete from company_days d using ${ranges}
      where d.account_id = ${accountId} and d.company_id = range.company_id and d.day >= range.from_day and d.day < range.to_day
      returning d.day, d.visits)
    select day, sum(visits)::int as visits from removed group by day`.execute(trx);
  await sql`
    delete from company_pages p using ${ranges}
    where p.account_id = ${accountId} and p.company_id = range.company_id and p.day >= range.from_day and p.day < range.to_day`.execute(
    trx,
  );
  await countVisitDays(trx, accountId, firstOf(slices).companyId, { removed, added: [] });
}
