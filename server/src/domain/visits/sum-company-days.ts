import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/schema.ts';
import { dayOf } from '../../lib/zoned-days.ts';
import { connectCompanies } from '../crm/connect-companies.ts';
import { type CountedDay, countVisitDays } from './count-visit-days.ts';
import { noteCompanyPages } from './note-company-pages.ts';

export type TouchedDay = { companyId: string; startedAtMs: number };

/**
 * Makes the sums of the touched days and the leads anew from their visits. The leads are locked first, in order: another lane
 * that touches the same company waits, and then counts with our visits in sight. Visits without a page view do not count.
 */
export async function sumCompanyDays(trx: Transaction<DB>, accountId: string, timezone: string, touched: TouchedDay[]): Promise<void> {
  if (touched.length === 0) return;
  const companyIds = [...new Set(touched.map(({ companyId }) => companyId))].sort();
  const { rows: created } = await sql<{ company_id: string }>`
    insert into leads (account_id, company_id) select ${accountId}::bigint, id from unnest(${companyIds}::bigint[]) as touched (id)
    on conflict do nothing returning company_id`.execute(trx);
  await sql`
    select 1 from leads where account_id = ${accountId} and company_id = any(${companyIds}::bigint[]) order by company_id for update`.execute(
    trx,
  );
  await connectCompanies(
    trx,
    accountId,
    created.map(({ company_id }) => company_id),
  );

  const pairs = new Map(
    touched.map(({ companyId, startedAtMs }) => [
      `${companyId} ${dayOf(startedAtMs, timezone)}`,
      { companyId, day: dayOf(startedAtMs, timezone) },
    ]),
  );
  const companies = [...pairs.values()].map(({ companyId }) => companyId);
  const days = [...pairs.values()].map(({ day }) => day);
  const { rows: gone } = await sql<CountedDay>`
    delete from company_days where account_id = ${accountId} and (company_id, day) in (
      select * from unnest(${companies}::bigint[], ${days}::date[]))
    returning day, visits`.execute(trx);
  const { rows: come } = await sql<CountedDay>`
    insert into company_days (account_id, company_id, day, place_id, visits, page_views, deepest_visit, first_visit_at, last_visit_at)
    select v.account_id, v.company_id, touched.day, v.place_id, count(*), sum(v.page_depth), max(v.page_depth), min(v.started_at), max(v.started_at)
    from unnest(${companies}::bigint[], ${days}::date[]) as touched (company_id, day)
    join visits v on v.account_id = ${accountId} and v.company_id = touched.company_id
      and v.started_at >= touched.day::timestamp at time zone ${timezone} and v.started_at < (touched.day + 1)::timestamp at time zone ${timezone}
    where v.page_depth > 0
    group by v.account_id, v.company_id, touched.day, v.place_id
    returning day, visits`.execute(trx);
  await noteCompanyPages(trx, accountId, timezone, { companies, days });
  await countVisitDays(trx, accountId, companyIds[0]!, { gone, come });
  await sql`
    update leads set first_visit_at = sums.first_visit_at, last_visit_at = sums.last_visit_at, visits = coalesce(sums.visits, 0), page_views = coalesce(sums.page_views, 0),
      deepest_visit = coalesce(sums.deepest_visit, 0)
    from (
      select touched.id, min(d.first_visit_at) as first_visit_at, max(d.last_visit_at) as last_visit_at, sum(d.visits)::int as visits, sum(d.page_views)::int as page_views, max(d.deepest_visit) as deepest_visit
      from unnest(${companyIds}::bigint[]) as touched (id)
      left join company_days d on d.account_id = ${accountId} and d.company_id = touched.id
      group by touched.id) as sums
    where leads.account_id = ${accountId} and leads.company_id = sums.id`.execute(trx);
}
