import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../server/src/db/connect.ts';
import { createAccount } from '../server/src/domain/accounts/create-account.ts';
import type { BenchService, Reader } from './lists-service.ts';
import { channels, createSendersTable, type LoadedVisits, loadVisits, type Period, pageGoals, twoYearsUntil } from './screens-load.ts';

type ScreensPlan = { visits: number; leads: number };

const firstCompanyId = 50_000_000;
const places = 200;
const unidentifiedSenders = 20_000;
const visitsPerOtherAccount = 1000;
const pages = 300;
export const largestCompanyId = String(firstCompanyId);
const countries = ['DE', 'FR', 'GB', 'US', 'NL', 'AT', 'CH', 'IT', 'ES', 'PL', 'SE', 'DK'];

/** Loads companies with names of several words into the directory, which all accounts share. */
export async function loadDirectory(db: Database, companies: number): Promise<void> {
  const words = ['Acme', 'Nordic', 'Alpine', 'Delta', 'Union', 'Prime', 'Vector', 'Harbor', 'Summit', 'Orion', 'Atlas', 'Comet'];
  await sql`
    insert into companies (id, name, origin, domain, url, country_code, industry_codes, employee_range, city, updated_at)
    select ${firstCompanyId} + n, (${words}::text[])[1 + n % 12] || ' ' || (${[...words].reverse()}::text[])[1 + n / 12 % 12] || ' ' || lpad(n::text, 6, '0'),
      'bench', 'company' || n || '.example', 'https://company' || n || '.example', (${countries}::text[])[1 + n % 12],
      array[(select code from industries order by code offset n % 40 limit 1)], '11-100', 'City ' || n % ${places}::int, now()
    from generate_series(0, ${companies - 1}::int) as n on conflict do nothing`.execute(db);
}

/** Loads the visits, goals, campaigns and feeds of an account. The visits cover two years unless `period` is given. */
export async function loadScreensAccount(
  { ctx }: BenchService,
  { accountId }: Pick<Reader, 'accountId'>,
  plan: ScreensPlan,
  { period = twoYearsUntil(ctx.clock.now()), onProgress }: { period?: Period; onProgress?: (message: string) => void } = {},
): Promise<void> {
  const unidentified = Math.min(unidentifiedSenders, plan.visits);
  await loadSenders(ctx.db, accountId, plan.leads, unidentified);
  const load: LoadedVisits = {
    accountId,
    visits: plan.visits,
    identified: plan.leads,
    senders: plan.leads + unidentified,
    period,
    website: { pages, channels, goals: pageGoals([3, 17, 40, 99, 150]) },
  };
  await loadVisits(ctx, load, onProgress);
  await addFeeds(ctx.db, accountId);
}

/** Loads other accounts with visits of one month, so that indexes and statistics look like those of a shared service. */
export async function loadOtherAccounts(service: BenchService, count: number): Promise<void> {
  for (let number = 0; number < count; number++) {
    const { id } = await createAccount(service.ctx, { name: `Other ${number}`, plan: 'premium', timezone: 'UTC' });
    if (number % 50 === 49) console.log(`${number + 1} other accounts`);
    const month = { end: service.ctx.clock.now(), days: 31, recentDays: 30, recentShare: 0.9 };
    await loadScreensAccount(service, { accountId: id }, { visits: visitsPerOtherAccount, leads: 200 }, { period: month });
  }
}

async function loadSenders(db: Database, accountId: string, leads: number, unidentified: number): Promise<void> {
  await sql`
    insert into places (account_id, id, country_code, region, city, latitude, longitude)
    select ${accountId}::bigint, n, (${countries}::text[])[1 + n % 12], 'Region ' || n % 16, 'City ' || n, 40 + n % 15 + n / 200.0, n % 25 + n / 300.0
    from generate_series(1, ${places}::int) as n on conflict do nothing`.execute(db);
  await sql`
    insert into verdicts (account_id, id, company_id, kind, no_company_reason, confidence, network, evidence)
    select ${accountId}::bigint, 1000 + n, case when n < ${leads}::int then ${firstCompanyId} + n end, case when n < ${leads}::int then 'business' else 'isp' end,
      case when n >= ${leads}::int then 'home_line' end, case when n < ${leads}::int then 0.9 else 0 end, '{}', '[]'
    from generate_series(0, ${leads + unidentified - 1}::int) as n on conflict do nothing`.execute(db);
  await createSendersTable(db);
  await sql`
    insert into bench_senders select n, case when n < ${leads}::int then ${firstCompanyId} + n end, 1 + n % ${places}::int, 1000 + n
    from generate_series(0, ${leads + unidentified - 1}::int) as n`.execute(db);
}

/** Twenty-four feeds: by company, by page, and by totals of the selected interval. */
async function addFeeds(db: Database, accountId: string): Promise<void> {
  const filters = [
    ...countries.map((country) => ({ field: 'headquarters_country_code', operator: 'is', values: [country] })),
    ...[1, 5, 7, 9].map((section) => ({ field: 'page_url', operator: 'contains', values: [`/section-${section}/`] })),
    ...[5, 20, 50].map((min) => ({ field: 'pageviews', operator: 'gte', values: [min] })),
    ...[3, 10].map((min) => ({ field: 'visits', operator: 'gte', values: [min] })),
    { field: 'campaign', operator: 'is', values: ['autumn'] },
    { field: 'company_name', operator: 'contains', values: ['alpine'] },
    { field: 'quality', operator: 'gte', values: [7] },
  ];
  for (const [index, filter] of filters.entries())
    await sql`
      insert into custom_feeds (account_id, id, number, name, filters, created_at, updated_at)
      values (${accountId}, ${randomUUID()}, ${index + 1}, ${`Feed ${index + 1}`}, ${JSON.stringify({ all: [{ excluded: false, ...filter }] })}::jsonb, now(), now())`.execute(
      db,
    );
}
