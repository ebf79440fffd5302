import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/schema.ts';
import type { DayColumns } from './recount-company-days.ts';

/** Stores the pages that companies viewed on the given days, and deletes those that no visit of the day contains anymore. */
export async function storeCompanyPages(
  trx: Transaction<DB>,
  accountId: string,
  { companies, days, fromAt, toAt }: DayColumns,
): Promise<void> {
  await sql`
    with touched as (
      select * from unnest(${companies}::bigint[], ${days}::date[], ${fromAt}::timestamptz[], ${toAt}::timestamptz[])
        as touched (company_id, day, from_at, to_at)),
    seen as materialized (
      select distinct v.company_id, touched.day, page_id
      from touched
      join visits v on v.account_id = ${accountId} and v.company_id = touched.company_id
        and v.started_at >= touched.from_at and v.started_at < touched.to_at
      cross join unnest(v.page_ids) as page_id
      where v.page_depth > 0),
    forgotten as (
      delete from company_pages stored using touched
      where stored.account_id = ${accountId} and stored.company_id = touched.company_id and stored.day = touched.day
        and not exists (select 1 from seen where seen.company_id = stored.company_id and seen.day = stored.day and seen.page_id = stored.page_id)
      returning 1)
    insert into company_pages (account_id, page_id, day, company_id)
    select ${accountId}::bigint, page_id, day, company_id from seen
    on conflict do nothing`.execute(trx);
}
