import { tmpdir } from 'node:os';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import pg from 'pg';
import { deferIndexes } from '../server/src/db/backup/deferred-indexes.ts';
import type { Connection } from '../server/src/db/connect.ts';
import { leadSorts } from '../server/src/domain/feeds/lead-sort.ts';
import { buildLeadWindow } from '../server/src/domain/leads/build-lead-window.ts';
import { loadSeed } from '../server/src/domain/seed/load-seed.ts';
import { ensurePartitions, listVisitPartitions } from '../server/src/domain/visits/ensure-partitions.ts';
import { addDays } from '../server/src/lib/zoned-days.ts';
import { shippedSeed } from '../server/src/providers/ip-data/shipped-seed.ts';
import { atMost, type BenchReport, type Goal, percentile, thousands } from './bench-report.ts';
import type { BenchService, Reader } from './lists-service.ts';
import { largestCompanyId, loadDirectory, loadOtherAccounts, loadScreensAccount } from './screens-dataset.ts';
import { withBenchService } from './with-bench-service.ts';

const targetGrowth = 1.5;
const warmUpRounds = 3;
/** The clock of the service starts on this day. */
const today = '2026-10-05';

/** A screen of the web application: the requests it sends concurrently, and the time limit for all of them. */
type Screen = { name: string; paths: string[]; maxMs: number };

/**
 * `npm run bench -- screens [--visits 10000000]`: the requests of the main screens for an account with many visits over two years, compared
 * with an account with a tenth of them.
 */
export default async function screens(args: string[]): Promise<BenchReport> {
  const { values } = parseArgs({
    args,
    options: {
      visits: { type: 'string', default: '10000000' },
      companies: { type: 'string', default: '300000' },
      leads: { type: 'string', default: '200000' },
      accounts: { type: 'string', default: '200' },
      rounds: { type: 'string', default: '40' },
      /** Folder in which the data is stored for later runs. */
      folder: { type: 'string' },
      /** URL of a database with the restored backup of such a folder, to measure another installation, such as a cluster. */
      database: { type: 'string' },
      /** Measures only screens whose name contains this text. */
      only: { type: 'string', default: '' },
    },
  });
  const plan = {
    visits: Number(values.visits),
    companies: Number(values.companies),
    leads: Number(values.leads),
    accounts: Number(values.accounts),
  };
  return withBenchService({ name: 'screens', folder: values.folder, database: values.database }, async ({ url, connection, service }) => {
    const existing = await findLoadedAccounts(connection, service);
    if (!existing && values.database !== undefined) throw new Error('The database does not contain the accounts of this benchmark.');
    const { large, small } = existing ?? (await load(url, connection, service, plan));
    await buildWindows(service, [large, small]);
    // Otherwise autovacuum would do this during the measurement.
    await sql`vacuum analyze lead_window_rollups`.execute(connection.db);
    const selected = screensOf(today).filter(({ name }) => name.includes(values.only));
    const measured = await measure(service, { large, small }, selected, Number(values.rounds));
    return {
      title: 'Screens of an account with many visits over two years, compared with one with a tenth of them',
      goals: measured.goals,
      tables: [
        {
          title: `${thousands(plan.visits)} and ${thousands(plan.visits / 10)} visits, ${thousands(plan.leads)} leads each, ${thousands(plan.companies)} companies, 24 feeds, ${thousands(plan.accounts)} other accounts`,
          columns: ['Screen', 'p50', 'p95', 'p50 with a tenth of the visits', 'p95 with a tenth of the visits'],
          rows: measured.rows,
        },
      ],
      charts: [],
    };
  });
}

/** The dashboard for several intervals. */
export function dashboardScreens(to = today) {
  const dashboard = (name: string, from: string, until: string, maxMs: number) => ({
    name: `dashboard, ${name}`,
    from,
    to: until,
    paths: ['overview', 'breakdowns', 'entry-and-exit-pages', 'trends', 'annotations', 'goals', 'goals/:goalId/funnel'].map(
      (part) => `${part}?from=${from}&to=${until}`,
    ),
    maxMs,
  });
  return [
    dashboard('one day', addDays(to, -1), addDays(to, -1), 300),
    dashboard('30 days', addDays(to, -29), to, 300),
    dashboard('12 months', addDays(to, -364), to, 600),
  ];
}

function screensOf(to: string): Screen[] {
  const month = `from=${addDays(to, -29)}&to=${to}`;
  const year = `from=${addDays(to, -364)}&to=${to}`;
  const company = `companies/${largestCompanyId}`;
  return [
    ...dashboardScreens(to),
    { name: 'data flow, 12 months', paths: [`data-flow?${year}`], maxMs: 300 },
    ...leadSorts.map((sort) => ({ name: `leads of 30 days by ${sort}`, paths: [`leads?${month}&sort=${sort}`], maxMs: 100 })),
    ...leadSorts.map((sort) => ({ name: `leads of 12 months by ${sort}`, paths: [`leads?${year}&sort=${sort}`], maxMs: 100 })),
    { name: 'leads of 30 days, text search', paths: [`leads?${month}&search=alpine`], maxMs: 200 },
    { name: 'leads of 12 months, text search', paths: [`leads?${year}&search=alpine`], maxMs: 200 },
    { name: 'sidebar counts', paths: ['feeds'], maxMs: 200 },
    {
      name: 'company with 2% of all visits',
      paths: [`${company}?${month}`, `${company}/timeline`, `${company}/insights`, `${company}/contacts`, `${company}/emails`],
      maxMs: 150,
    },
  ];
}

/** Builds the rollups of the intervals in lead lists, as a job does after their first use. */
async function buildWindows({ ctx }: BenchService, readers: readonly Reader[]): Promise<void> {
  for (const { accountId } of readers) {
    for (const days of [30, 365]) {
      const startMs = performance.now();
      await buildLeadWindow(ctx, { accountId, from: addDays(today, 1 - days), to: today, usedAt: ctx.clock.now() });
      console.log(`rollups of ${days} days built in ${Math.round(performance.now() - startMs)} ms`);
    }
  }
}

type Accounts = { large: Reader; small: Reader };

/** The accounts of an earlier run in the same folder. */
export async function findLoadedAccounts({ db }: Connection, service: BenchService): Promise<Accounts | null> {
  const rows = await db.selectFrom('accounts').select(['id', 'name']).where('name', 'in', ['Large', 'Small']).execute();
  if (rows.length < 2) return null;
  const reader = (name: string) => service.openAccount(rows.find((row) => row.name === name)!.id);
  return { large: await reader('Large'), small: await reader('Small') };
}

type Plan = { visits: number; companies: number; leads: number; accounts: number };

async function load(url: string, { db }: Connection, service: BenchService, plan: Plan): Promise<Accounts> {
  const startMs = performance.now();
  const report = (message: string) => console.log(`${String(Math.round((performance.now() - startMs) / 1000)).padStart(4)} s  ${message}`);
  const now = service.ctx.clock.now();
  const yearAgo = new Date(now.getTime() - 365 * 86_400_000);
  for (const at of [now, yearAgo]) await ensurePartitions({ ...service.ctx, clock: { now: () => at } });
  await loadSeed(service.ctx, shippedSeed(tmpdir()));
  report('seed loaded');
  await loadDirectory(db, plan.companies);
  report(`${thousands(plan.companies)} companies loaded`);
  await loadOtherAccounts(service, plan.accounts);
  report(`${thousands(plan.accounts)} other accounts loaded`);
  const small = await service.newAccount('Small');
  const large = await service.newAccount('Large');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await setFillfactor(db, 90);
    const createIndexes = await deferIndexes(client);
    await loadScreensAccount(
      service,
      small,
      { ...plan, visits: plan.visits / 10 },
      { onProgress: (done) => report(`small account: ${done}`) },
    );
    await loadScreensAccount(service, large, plan, { onProgress: (done) => report(`large account: ${done}`) });
    report('creating the indexes');
    await createIndexes(() => {});
    report('indexes created');
    await setFillfactor(db, 40);
  } finally {
    await client.end();
  }
  // A backup of the folder must contain only tables of the schema.
  await sql`drop table bench_senders`.execute(db);
  await sql`vacuum analyze`.execute(db);
  report('loaded');
  return { large, small };
}

/** Loaded visits are complete, so their pages need little free space; the pipeline needs more, because its visits grow. */
async function setFillfactor(db: Connection['db'], percent: number): Promise<void> {
  for (const { name } of await listVisitPartitions(db))
    await sql`alter table ${sql.table(name)} set (fillfactor = ${sql.raw(String(percent))})`.execute(db);
}

async function measure(service: BenchService, { large, small }: Accounts, screens: Screen[], rounds: number) {
  const goals: Goal[] = [];
  const rows: string[][] = [];
  const sessions = [await signIn(service, large), await signIn(service, small)];
  for (const { name, paths, maxMs } of screens) {
    const times: number[][] = sessions.map(() => []);
    // Alternating, so that a temporarily slower machine affects both accounts.
    for (let round = -warmUpRounds; round < rounds; round++) {
      for (const [index, session] of sessions.entries()) {
        const startMs = performance.now();
        await Promise.all(paths.map((path) => session.get(path)));
        if (round >= 0) times[index]!.push(performance.now() - startMs);
      }
    }
    const [largeTimes, smallTimes] = times.map((accountTimes) => {
      accountTimes.sort((a, b) => a - b);
      return { p50: percentile(accountTimes, 0.5), p95: percentile(accountTimes, 0.95) };
    });
    rows.push([name, ...[largeTimes!.p50, largeTimes!.p95, smallTimes!.p50, smallTimes!.p95].map((ms) => `${ms.toFixed(1)} ms`)]);
    console.log(rows.at(-1)!.join('  '));
    goals.push(atMost(`${name}: p95`, largeTimes!.p95, maxMs, 'ms', 1));
    goals.push(atMost(`${name}: factor in time for ten times the visits`, largeTimes!.p50 / smallTimes!.p50, targetGrowth));
  }
  return { goals, rows };
}

/** Signs in to the web application as the user of an account. */
export async function signIn({ url, ctx }: BenchService, { accountId, email }: Reader) {
  const response = await fetch(`${url}/app/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'correct horse battery' }),
  });
  if (!response.ok) throw new Error(`Signing in failed: ${response.status} ${await response.text()}`);
  const cookie = response.headers.get('set-cookie')!.split(';')[0]!;
  const goal = await ctx.db.selectFrom('goals').select('id').where('account_id', '=', accountId).executeTakeFirstOrThrow();
  return {
    async get(path: string): Promise<unknown> {
      const reply = await fetch(`${url}/app/api/accounts/${accountId}/${path.replace(':goalId', goal.id)}`, { headers: { cookie } });
      const text = await reply.text();
      if (!reply.ok) throw new Error(`${reply.status} for ${path}: ${text}`);
      return JSON.parse(text);
    },
  };
}
