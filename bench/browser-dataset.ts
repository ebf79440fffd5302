import { tmpdir } from 'node:os';
import { sql } from 'kysely';
import type { Connection, Database } from '../server/src/db/connect.ts';
import { loadSeed } from '../server/src/domain/seed/load-seed.ts';
import { ensurePartitions } from '../server/src/domain/visits/ensure-partitions.ts';
import { shippedSeed } from '../server/src/providers/ip-data/shipped-seed.ts';
import type { BenchService, Reader } from './lists-service.ts';

type BrowserDataset = { large: Reader; small: Reader };

const firstCompanyId = 800_000_000;
const smallLeads = 500;

/**
 * Loads two accounts with leads of the last month, or reuses those of an earlier run in the same folder. The database statistics are older
 * than the large account, as after an import.
 */
export async function loadBrowserDataset({ db }: Connection, service: BenchService, leads: number, today: string): Promise<BrowserDataset> {
  const accounts = await db.selectFrom('accounts').select(['id', 'name']).where('name', 'in', ['Large', 'Small']).execute();
  const idOf = (name: string) => accounts.find((account) => account.name === name)?.id;
  const [largeId, smallId] = [idOf('Large'), idOf('Small')];
  if (largeId && smallId) {
    await sql`truncate lead_windows, lead_window_rollups`.execute(db);
    return { large: await service.openAccount(largeId), small: await service.openAccount(smallId) };
  }
  await ensurePartitions(service.ctx);
  await loadSeed(service.ctx, shippedSeed(tmpdir()));
  const small = await service.newAccount('Small');
  await loadCompanies(db, leads);
  await loadLeads(db, small, smallLeads, today);
  await sql`analyze`.execute(db);
  const large = await service.newAccount('Large');
  await loadLeads(db, large, leads, today);
  console.log(`${leads} leads loaded`);
  return { large, small };
}

async function loadCompanies(db: Database, count: number): Promise<void> {
  await sql`
    insert into companies (id, name, origin, domain, country_code, industry_codes, employee_range, city, updated_at)
    select ${firstCompanyId}::bigint + n, 'Company ' || lpad(n::text, 6, '0'), 'import', 'company-' || n || '.example',
      (array['DE', 'FR', 'GB', 'US'])[1 + n % 4], array[(select code from industries order by code offset n % 40 limit 1)], '11-100', 'City ' || n % 100, now()
    from generate_series(0, ${count - 1}::int) as n`.execute(db);
}

/** Loads one visit of each company, spread over four weeks. */
async function loadLeads(db: Database, { accountId }: Reader, count: number, today: string): Promise<void> {
  const visitedAt = sql`(${today}::date - n % 28)::timestamptz + interval '10 hours' - n * interval '0.1 seconds'`;
  await sql`
    insert into places (account_id, id, country_code, region, city)
    select ${accountId}::bigint, n, 'DE', 'Region ' || n % 16, 'City ' || n from generate_series(0, 99) as n`.execute(db);
  await sql`
    insert into leads (account_id, company_id, first_visit_at, last_visit_at, visits, page_views, deepest_visit)
    select ${accountId}::bigint, ${firstCompanyId}::bigint + n, ${visitedAt}, ${visitedAt}, 1, 3, 3 from generate_series(0, ${count - 1}::int) as n`.execute(
    db,
  );
  await sql`
    insert into company_days (account_id, company_id, day, place_id, visits, page_views, deepest_visit, first_visit_at, last_visit_at)
    select account_id, company_id, last_visit_at::date, company_id % 100, visits, page_views, deepest_visit, first_visit_at, last_visit_at
    from leads where account_id = ${accountId}`.execute(db);
  await sql`
    insert into visit_days (account_id, day, bucket, visits)
    select account_id, day, company_id % 16, sum(visits) from company_days where account_id = ${accountId} group by 1, 2, 3`.execute(db);
}
