import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { firstOf } from '../../lib/first-of.ts';
import { itemAt } from '../../lib/item-at.ts';
import { dayOf, nextDay, startOfDayMs } from '../../lib/zoned-days.ts';
import type { VisitInterval } from '../feeds/visit-interval.ts';
import type { VisitKey } from './load-visits.ts';

export type VisitPage = {
  offset: number;
  limit: number;
  /** Last visit of the previous page. If given, the page starts after this visit, regardless of `offset`. */
  after?: VisitKey | null;
};
export type FoundVisits = { keys: VisitKey[]; total: number };

type Scope = { accountId: string; timezone: string; interval: VisitInterval; companyId: string | null };
type Day = { day: string; visits: number };

/**
 * Finds one page of the visits of identified companies, newest first; visits with the same start are sorted by id. The daily rollups
 * determine the total and the day on which the page starts, so a late page does not read all pages before it.
 */
export async function findVisits(db: Database, scope: Scope, page: VisitPage): Promise<FoundVisits> {
  if (page.after) return findVisitsAfter(db, scope, page.after, page);
  const days = await countDays(db, scope);
  const total = days.reduce((sum, { visits }) => sum + visits, 0);
  if (page.offset >= total) return { keys: [], total };
  let skipped = 0;
  let at = 0;
  while (skipped + itemAt(days, at).visits <= page.offset) skipped += itemAt(days, at++).visits;
  const endOfDay = new Date(startOfDayMs(nextDay(itemAt(days, at).day), scope.timezone));
  const toAt = endOfDay < scope.interval.toAt ? endOfDay : scope.interval.toAt;
  return { keys: await findKeysBefore(db, scope, toAt, { offset: page.offset - skipped, limit: page.limit }), total };
}

/** Finds the page that follows the given visit in the sort order. */
async function findVisitsAfter(db: Database, scope: Scope, after: VisitKey, { offset, limit }: VisitPage): Promise<FoundVisits> {
  const interval = { ...scope.interval, toAt: new Date(after.started_at.getTime() + 1), hasPartialLastDay: true };
  const { rows } = await sql<{ visits: number }>`
    select count(*)::int as visits from visits
    where account_id = ${scope.accountId} and started_at = ${after.started_at} and id <= ${after.id} and page_depth > 0
      and ${ofCompany(scope.companyId)}`.execute(db);
  const passed = firstOf(rows).visits;
  const rest = await findVisits(db, { ...scope, interval }, { offset: passed, limit });
  return { keys: rest.keys, total: offset + rest.total - passed };
}

function ofCompany(companyId: string | null): RawBuilder<boolean> {
  return companyId === null ? sql`company_id is not null` : sql`company_id = ${companyId}`;
}

async function findKeysBefore(db: Database, { accountId, interval, companyId }: Scope, toAt: Date, page: VisitPage): Promise<VisitKey[]> {
  const { rows } = await sql<VisitKey>`
    select id, started_at from visits
    where account_id = ${accountId} and started_at >= ${interval.fromAt} and started_at < ${toAt} and page_depth > 0
      and ${ofCompany(companyId)}
    order by started_at desc, id offset ${page.offset} limit ${page.limit}`.execute(db);
  return rows;
}

/** Returns the number of visits by day, last day first. Visits after the end of the interval are deducted from its last day. */
async function countDays(db: Database, { accountId, timezone, interval, companyId }: Scope): Promise<Day[]> {
  const lastDay = dayOf(interval.toAt.getTime() - 1, timezone);
  const rollups = companyId === null ? sql`visit_days` : sql`company_days`;
  const { rows } = await sql<Day>`
    select day, sum(visits)::int as visits from ${rollups}
    where account_id = ${accountId} and day between ${interval.startDate}::date and ${lastDay}::date
      ${companyId === null ? sql`` : sql`and company_id = ${companyId}`}
    group by day having sum(visits) > 0 order by day desc`.execute(db);
  const endOfLastDay = new Date(startOfDayMs(nextDay(lastDay), timezone));
  if (rows[0]?.day !== lastDay || interval.toAt >= endOfLastDay) return rows;
  const { rows: later } = await sql<{ visits: number }>`
    select count(*)::int as visits from visits
    where account_id = ${accountId} and started_at >= ${interval.toAt} and started_at < ${endOfLastDay} and page_depth > 0 and ${ofCompany(companyId)}`.execute(
    db,
  );
  rows[0].visits -= firstOf(later).visits;
  return rows;
}
