import { sql } from 'kysely';
import type { Database } from '../server/src/db/connect.ts';

type LoadedAccount = { accountId: string; visits: number; companies: number };

const firstCompanyId = 50_000_000;
/** A company with visits in every loaded account. */
export const listedCompanyId = firstCompanyId + 1;
const pages = 300;
const places = 200;
const batchSize = 100_000;
/** The requested interval: thirty whole days. */
export const interval = { startDate: '2026-09-01', endDate: '2026-09-30' };

/** Loads companies, which all accounts share, each with a five-digit number in its name. */
export async function loadCompanies(db: Database, companies: number): Promise<void> {
  await sql`
    insert into companies (id, name, origin, domain, url, country_code, industry_codes, employee_range, city, updated_at)
    select ${firstCompanyId} + n, 'Company ' || lpad(n::text, 5, '0'), 'bench', 'company' || n || '.example', 'https://company' || n || '.example', 'DE',
      array[(select code from industries order by code offset n % 40 limit 1)], '11-100', case when n % 2 = 0 then 'Berlin' end, now()
    from generate_series(0, ${companies - 1}::int) as n on conflict do nothing`.execute(db);
}

/** Generates visits of one account in the database, as the pipeline would have written them, and the rollups that follow from them. */
export async function loadAccount(db: Database, { accountId, visits, companies }: LoadedAccount): Promise<void> {
  await sql`
    insert into pages (account_id, id, url, hostname, path, title)
    select ${accountId}, 1000 + n, 'https://shop.example/section-' || n % 20 || '/page-' || n, 'shop.example', '/section-' || n % 20 || '/page-' || n, 'Page ' || n
    from generate_series(1, ${pages}::int) as n on conflict do nothing`.execute(db);
  await sql`
    insert into places (account_id, id, country_code, region, city)
    select ${accountId}, n, 'DE', 'Region ' || n % 16, 'City ' || n from generate_series(1, ${places}::int) as n on conflict do nothing`.execute(
    db,
  );
  for (let from = 0; from < visits; from += batchSize) await insertVisits(db, accountId, companies, Math.min(batchSize, visits - from));
  await insertRollups(db, accountId);
}

/** Copies an account's visits with their pages, places and rollups to another account, which is much faster than generating them. */
export async function copyAccount(db: Database, from: string, to: string): Promise<void> {
  for (const [table, columns] of Object.entries(copiedColumns)) {
    const names = sql.raw(columns);
    await sql`insert into ${sql.table(table)} (account_id, ${names}) select ${to}, ${names} from ${sql.table(table)} where account_id = ${from}`.execute(
      db,
    );
  }
}

const copiedColumns = {
  pages: 'id, url, hostname, path, title',
  places: 'id, country_code, region, city',
  visits:
    'started_at, id, visitor_id, company_id, place_id, ended_at, page_depth, visit_length, landing_page_id, page_ids, source, medium, campaign, keyword, referring_url, device_type, browser, os, ga_client_ids, events, goals',
  company_days: 'company_id, day, place_id, visits, page_views, deepest_visit, first_visit_at, last_visit_at',
  company_pages: 'page_id, day, company_id',
  visit_days: 'day, bucket, visits',
  leads: 'company_id, first_visit_at, last_visit_at, visits, page_views, deepest_visit',
};

async function insertVisits(db: Database, accountId: string, companies: number, count: number) {
  await sql`
    insert into visits (account_id, started_at, id, visitor_id, company_id, place_id, ended_at, page_depth, visit_length, landing_page_id, page_ids,
      source, medium, campaign, keyword, referring_url, device_type, browser, os, ga_client_ids, events, goals)
    select ${accountId}, started_at, gen_random_uuid(), 'visitor-' || company || '-' || floor(random() * 5), company, 1 + company % ${places}, started_at + depth * interval '20 seconds',
      depth, (depth - 1) * 20, page_ids[1], array(select page from unnest(page_ids) with ordinality as viewed (page, at) group by page order by max(at)), 'google', 'organic', case when company % 7 = 0 then 'autumn' end,
      case when random() < 0.05 then 'phrase ' || floor(random() * 100) end, 'https://www.google.com/', 'desktop', 'Chrome', 'Windows', '{}',
      jsonb_build_object('hits', (
        select jsonb_agg(jsonb_build_object('i', gen_random_uuid(), 'k', 'page_view', 't', floor(extract(epoch from started_at) * 1000) + (at - 1) * 20000, 'p', page::text))
        from unnest(page_ids) with ordinality as route (page, at))), '[]'
    from (
      select n, started_at, company, depth, array(select 1001 + floor(${pages} * random() ^ 3)::bigint from generate_series(1, depth + n * 0)) as page_ids
      from (
        select n, date_trunc('milliseconds', timestamptz '2026-09-01T00:00:00Z' + random() * interval '30 days') as started_at,
          ${firstCompanyId} + floor(${companies} * random())::bigint as company, 1 + least(9, floor(-ln(1 - random()) * 2))::int as depth
        from generate_series(1, ${count}::int) as n offset 0) as drawn offset 0) as made`.execute(db);
}

async function insertRollups(db: Database, accountId: string) {
  await sql`
    insert into company_days (account_id, company_id, day, place_id, visits, page_views, deepest_visit, first_visit_at, last_visit_at)
    select account_id, company_id, (started_at at time zone 'UTC')::date, place_id, count(*), sum(page_depth), max(page_depth), min(started_at), max(started_at)
    from visits where account_id = ${accountId} group by 1, 2, 3, 4`.execute(db);
  await sql`
    insert into company_pages (account_id, page_id, day, company_id)
    select distinct account_id, page_id, (started_at at time zone 'UTC')::date, company_id
    from visits cross join unnest(page_ids) as page_id where account_id = ${accountId}`.execute(db);
  await sql`
    insert into visit_days (account_id, day, bucket, visits)
    select account_id, day, company_id % 16, sum(visits) from company_days where account_id = ${accountId} group by 1, 2, 3`.execute(db);
  await sql`
    insert into leads (account_id, company_id, first_visit_at, last_visit_at, visits, page_views, deepest_visit)
    select account_id, company_id, min(first_visit_at), max(last_visit_at), sum(visits), sum(page_views), max(deepest_visit) from company_days where account_id = ${accountId} group by 1, 2`.execute(
    db,
  );
  await sql`
    insert into visitors (account_id, id, first_seen_at, last_seen_at)
    select account_id, visitor_id, min(started_at), max(ended_at) from visits where account_id = ${accountId} group by 1, 2`.execute(db);
}
