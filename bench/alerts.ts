import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { announceLeadsOfAccounts, announcePauseMs } from '../server/src/domain/alerts/announce-leads.ts';
import type { Context } from '../server/src/domain/context.ts';
import { dayMs } from '../server/src/lib/day-ms.ts';
import { firstOf } from '../server/src/lib/first-of.ts';
import { atMost, type BenchReport, percentile, thousands } from './bench-report.ts';
import { databaseCpuMs } from './cpu-time.ts';
import { largestCompanyId, loadDirectory } from './screens-dataset.ts';
import { withBenchService } from './with-bench-service.ts';

const firstAccountId = 9_000_000;
const firstCompanyId = Number(largestCompanyId);
const feedsPerAccount = 4;
/** Leads of an account at the start; more arrive under load. */
const initialLeads = 50;
const quietRounds = 20;
const quietAccounts = 10;
const writeEveryMs = 200;
const maxWaitMs = 120_000;

type Plan = { accounts: number; activeAccounts: number; rate: number; seconds: number };
type Cost = { cpuMs: number; tookMs: number };

/**
 * `npm run bench -- alerts [--accounts 5000] [--active 2000] [--rate 200] [--seconds 90]`: feeds with alerts, four per account.
 * Measures the CPU time while few leads arrive, and the time from a new lead to its message while many arrive.
 */
export default async function alerts(args: string[]): Promise<BenchReport> {
  const { values } = parseArgs({
    args,
    options: {
      accounts: { type: 'string', default: '5000' },
      active: { type: 'string', default: '2000' },
      rate: { type: 'string', default: '200' },
      seconds: { type: 'string', default: '90' },
    },
  });
  const accounts = Number(values.accounts);
  const plan = {
    accounts,
    activeAccounts: Math.min(accounts, Number(values.active)),
    rate: Number(values.rate),
    seconds: Number(values.seconds),
  };
  return withBenchService({ name: 'alerts', connections: 8 }, async ({ folder, service: { ctx } }) => {
    await load(ctx, plan);
    const measure = async (work: () => Promise<void>): Promise<Cost> => {
      const before = process.cpuUsage();
      const databaseBefore = databaseCpuMs(folder);
      const startMs = performance.now();
      await work();
      const { user, system } = process.cpuUsage(before);
      return { cpuMs: (user + system) / 1000 + databaseCpuMs(folder) - databaseBefore, tookMs: performance.now() - startMs };
    };
    const full = await measure(() => checkAll(ctx));
    const quiet = await measure(async () => {
      for (let round = 0; round < quietRounds; round++) {
        await addLeads(ctx, plan, round * quietAccounts, quietAccounts, round * quietAccounts);
        await announceLeadsOfAccounts(ctx);
      }
    });
    const share = quiet.cpuMs / (quietRounds * announcePauseMs) + full.cpuMs / dayMs;
    const lags: number[] = [];
    const peak = await measure(() => runPeak(ctx, plan, lags));
    lags.sort((a, b) => a - b);
    const feeds = accounts * feedsPerAccount;
    const secondsText = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
    return {
      title: 'Alerts',
      goals: [
        atMost('share of one core while little happens', 100 * share, 5, '%'),
        atMost('largest time from a new lead to its message at the peak', percentile(lags, 1) / 1000, 60, 's', 1),
      ],
      tables: [
        {
          title: `${thousands(feeds)} feeds with alerts of ${thousands(accounts)} accounts`,
          columns: ['', 'CPU time', 'Wall time'],
          rows: [
            ['check of all leads, once a day', secondsText(full.cpuMs), secondsText(full.tookMs)],
            [
              `one round with changes in ${quietAccounts} accounts`,
              `${Math.round(quiet.cpuMs / quietRounds)} ms`,
              `${Math.round(quiet.tookMs / quietRounds)} ms`,
            ],
            [
              `${plan.rate} changed leads/s in ${thousands(plan.activeAccounts)} accounts`,
              secondsText(peak.cpuMs),
              secondsText(peak.tookMs),
            ],
          ],
        },
        {
          title: 'Time from a new lead to its message at the peak',
          columns: ['Messages', 'p50', 'p95', 'Largest'],
          rows: [[thousands(lags.length), ...[0.5, 0.95, 1].map((part) => secondsText(percentile(lags, part)))]],
        },
      ],
      charts: [],
    };
  });
}

async function load({ db, clock }: Context, { accounts }: Plan): Promise<void> {
  const now = clock.now();
  await loadDirectory(db, 20_000);
  const numbers = sql`generate_series(${firstAccountId}::bigint, ${firstAccountId + accounts - 1}::bigint) as a (id)`;
  await sql`insert into accounts (id, name, plan, timezone, created_at) select id, 'Account ' || id, 'premium', 'UTC', ${now} from ${numbers}`.execute(
    db,
  );
  await sql`
    insert into inbox_lanes (account_id, lane, claim_id) select a.id, lane, 0 from ${numbers} cross join generate_series(0, 7) as lane`.execute(
    db,
  );
  await sql`
    insert into leads (account_id, company_id, first_visit_at, last_visit_at, visits, page_views, deepest_visit)
    select a.id, ${firstCompanyId} + n, ${now}::timestamptz - interval '9 days', ${now}::timestamptz - interval '1 day', 1 + n % 5, 1 + n % 9, 3
    from ${numbers} cross join generate_series(0, ${initialLeads - 1}::int) as n`.execute(db);
  const filters = [
    { field: 'headquarters_country_code', operator: 'is', values: ['DE', 'FR', 'GB', 'US', 'NL', 'AT', 'CH'] },
    { field: 'company_name', operator: 'contains', values: ['alpine'] },
    { field: 'visits', operator: 'gte', values: [1] },
    { field: 'page_url', operator: 'contains', values: ['/pricing'] },
  ];
  for (const [index, filter] of filters.entries())
    await sql`
      insert into custom_feeds (account_id, id, number, name, filters, alert_settings, alerts_since, created_at, updated_at)
      select a.id, gen_random_uuid(), ${index + 1}::int, ${`Feed ${index + 1}`}, ${JSON.stringify({ all: [{ excluded: false, ...filter }] })}::jsonb,
        ${JSON.stringify({ email: false, recipients: [], webhook: 'https://hooks.example/', paused: false })}::jsonb, ${now}, ${now}, ${now}
      from ${numbers}`.execute(db);
  await sql`vacuum analyze`.execute(db);
}

/** Repeats rounds until all feeds are checked, because one round checks a limited number of accounts. Fails if a round checks no feed. */
async function checkAll(ctx: Context): Promise<void> {
  for (let before = Number.POSITIVE_INFINITY; ; ) {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from custom_feeds where alerts_checked_at is null`.execute(ctx.db);
    const unchecked = firstOf(rows).n;
    if (unchecked === 0) return;
    if (unchecked >= before) throw new Error(`${unchecked} feeds cannot be checked: see the log`);
    before = unchecked;
    await announceLeadsOfAccounts(ctx);
  }
}

/**
 * Adds a new lead to each of several accounts and records the change in the same transaction, as the pipeline does. Returns the account and
 * company of each lead.
 */
async function addLeads({ db, clock }: Context, plan: Plan, from: number, count: number, companyNumber: number): Promise<string[]> {
  const companyId = firstCompanyId + initialLeads + (companyNumber % (20_000 - initialLeads));
  const ids = Array.from({ length: count }, (_, index) => String(firstAccountId + ((from + index) % plan.activeAccounts)));
  await db.transaction().execute(async (trx) => {
    await sql`
      insert into leads (account_id, company_id, first_visit_at, last_visit_at, visits, page_views, deepest_visit)
      select id, ${companyId}, ${clock.now()}, ${clock.now()}, 1, 3, 3 from unnest(${ids}::bigint[]) as account (id)
      on conflict (account_id, company_id) do update set visits = leads.visits + 1`.execute(trx);
    await sql`
      insert into feed_changes (account_id, id, company_ids)
      select id, gen_random_uuid(), array[${companyId}::bigint] from unnest(${ids}::bigint[]) as account (id)`.execute(trx);
  });
  return ids.map((id) => `${id} ${companyId}`);
}

async function runPeak(ctx: Context, plan: Plan, lags: number[]): Promise<void> {
  const arrivedMs = new Map<string, number>();
  await sql`delete from alert_deliveries`.execute(ctx.db);
  const endMs = performance.now() + plan.seconds * 1000;
  const write = async () => {
    const count = Math.max(1, Math.round((plan.rate * writeEveryMs) / 1000));
    for (let step = 0; performance.now() < endMs; step++) {
      const nowMs = performance.now();
      for (const key of await addLeads(ctx, plan, step * count, count, 10_000 + step)) arrivedMs.set(key, nowMs);
      await pause(Math.max(0, writeEveryMs - (performance.now() - nowMs)));
    }
  };
  const announce = async () => {
    while (arrivedMs.size > 0 || performance.now() < endMs) {
      if (performance.now() > endMs + maxWaitMs) throw new Error(`${arrivedMs.size} new leads were not announced.`);
      await announceLeadsOfAccounts(ctx);
      const { rows } = await sql<{ key: string }>`
        with sent as (delete from alert_deliveries returning account_id, leads)
        select account_id || ' ' || (lead ->> 'id') as key from sent cross join jsonb_array_elements(leads) as lead`.execute(ctx.db);
      for (const { key } of rows) {
        const atMs = arrivedMs.get(key);
        if (atMs !== undefined) lags.push(performance.now() - atMs);
        arrivedMs.delete(key);
      }
      if (arrivedMs.size > 0 || performance.now() < endMs) await pause(announcePauseMs);
    }
  };
  await Promise.all([write(), announce()]);
}
