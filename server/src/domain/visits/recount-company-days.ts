import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/schema.ts';
import { firstOf } from '../../lib/first-of.ts';
import { nextDay, startOfDayMs } from '../../lib/zoned-days.ts';
import { type CountedDay, countVisitDays } from './count-visit-days.ts';
import { storeCompanyPages } from './store-company-pages.ts';

type CompanyDay = { companyId: string; day: string };

/** Companies and days as columns, with the start and end time of each day. */
export type DayColumns = { companies: string[]; days: string[]; fromAt: Date[]; toAt: Date[] };

/** Replaces the rollups and pages of the given days with a recount of the visits. The caller must have locked the leads. */
export async function recountCompanyDays(
  trx: Transaction<DB>,
  accountId: string,
  timezone: string,
  changed: readonly CompanyDay[],
): Promise<void> {
  const pairs = [...new Map(changed.map((one) => [`${one.companyId} ${one.day}`, one])).values()];
  if (pairs.length === 0) return;
  const columns: DayColumns = {
    companies: pairs.map(({ companyId }) => companyId),
    days: pairs.map(({ day }) => day),
    fromAt: pairs.map(({ day }) => new Date(startOfDayMs(day, timezone))),
    toAt: pairs.map(({ day }) => new Date(startOfDayMs(nextDay(day), timezone))),
  };
  const { companies, days, fromAt, toAt } = columns;
  const { rows: removed } = await sql<CountedDay>`
    delete from company_days where account_id = ${accountId} and (company_id, day) in (
      select * from unnest(${companies}::bigint[], ${days}::date[]))
    returning day, visits`.execute(trx);
  const { rows: added } = await sql<CountedDay>`
    insert into company_days (account_id, company_id, day, place_id, visits, page_views, deepest_visit, first_visit_at, last_visit_at)
    select v.account_id, v.company_id, touched.day, v.place_id, count(*), sum(v.page_depth), max(v.page_depth), min(v.started_at), max(v.started_at)
    from unnest(${companies}::bigint[], ${days}::date[], ${fromAt}::timestamptz[], ${toAt}::timestamptz[]) as touched (company_id, day, from_at, to_at)
    join visits v on v.account_id = ${accountId} and v.company_id = touched.company_id
      and v.started_at >= touched.from_at and v.started_at < touched.to_at
    where v.page_depth > 0
    group by v.account_id, v.company_id, touched.day, v.place_id
    returning day, visits`.execute(trx);
  await storeCompanyPages(trx, accountId, columns);
  await countVisitDays(trx, accountId, firstOf(companies), { removed, added });
}
