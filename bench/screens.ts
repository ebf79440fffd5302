import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { type Connection, connect } from '../server/src/db/connect.ts';
import { startEngine } from '../server/src/db/embedded/engine.ts';
import { migrate } from '../server/src/db/migrate.ts';
import { leadSorts } from '../server/src/domain/feeds/lead-sort.ts';
import { loadSeed } from '../server/src/domain/seed/load-seed.ts';
import { ensurePartitions } from '../server/src/domain/visits/ensure-partitions.ts';
import { dayAfter } from '../server/src/lib/zoned-days.ts';
import { shippedSeed } from '../server/src/providers/ip-data/shipped-seed.ts';
import { atMost, type BenchReport, type Goal, percentile, thousands } from './bench-report.ts';
import { type BenchService, type Reader, startBenchService } from './lists-service.ts';
import { largestCompanyId, loadDirectory, loadOthers, loadScreensAccount } from './screens-world.ts';

const promisedGrowth = 1.5;
const warmUpRounds = 3;
/** The clock of the service starts here. */
const today = '2026-10-05';

/** A screen of the web application: the requests it sends at once, and the promised time for all of them. */
type Screen = { name: string; paths: string[]; atMostMs: number };

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
      rounds: { type: 'string', default: '20' },
      /** Folder in which the data is kept for another run. */
      folder: { type: 'string' },
      /** Measure only screens with this in their name. */
      only: { type: 'string', default: '' },
    },
  });
  const plan = {
    visits: Number(values.visits),
    companies: Number(values.companies),
    leads: Number(values.leads),
    accounts: Number(values.accounts),
  };
  const folder = values.folder ?? mkdtempSync(join(tmpdir(), 'leadlight-bench-screens-'));
  const engine = await startEngine({ folder, onProgress: () => {}, onWarning: console.error, durable: false });
  const connection = connect(engine.url, { connections: 8, name: 'bench', accountBinding: 'connection', onError: () => {} });
  try {
    await migrate(engine.url);
    const service = await startBenchService(connection, folder);
    const { large, small } = (await loaded(connection, service)) ?? (await load(connection, service, plan));
    const wanted = screensOf(today).filter(({ name }) => name.includes(values.only));
    const measured = await measure(service, { large, small }, wanted, Number(values.rounds));
    await service.close();
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
  } finally {
    await connection.close();
    await engine.stop();
    if (values.folder === undefined) rmSync(folder, { recursive: true, force: true });
  }
}

function screensOf(to: string): Screen[] {
  const month = `from=${dayAfter(to, -29)}&to=${to}`;
  const year = `from=${dayAfter(to, -364)}&to=${to}`;
  const dashboard = (interval: string) => ['overview', 'breakdowns', 'trends', 'data-flow'].map((part) => `${part}?${interval}`);
  const company = `companies/${largestCompanyId}`;
  return [
    { name: 'dashboard, one day', paths: dashboard(`from=${dayAfter(to, -1)}&to=${dayAfter(to, -1)}`), atMostMs: 300 },
    { name: 'dashboard, 30 days', paths: dashboard(month), atMostMs: 300 },
    { name: 'dashboard, 12 months', paths: dashboard(year), atMostMs: 600 },
    ...leadSorts.map((sort) => ({ name: `leads of 30 days by ${sort}`, paths: [`leads?${month}&sort=${sort}`], atMostMs: 100 })),
    ...leadSorts.map((sort) => ({ name: `leads of 12 months by ${sort}`, paths: [`leads?${year}&sort=${sort}`], atMostMs: 100 })),
    { name: 'leads of 30 days, text search', paths: [`leads?${month}&search=alpine`], atMostMs: 200 },
    { name: 'leads of 12 months, text search', paths: [`leads?${year}&search=alpine`], atMostMs: 200 },
    { name: 'sidebar counts', paths: ['feeds'], atMostMs: 200 },
    {
      name: 'company with 2 % of all visits',
      paths: [
        `${company}?${month}`,
        `${company}/visits`,
        `${company}/insights`,
        `${company}/notes`,
        `${company}/activities`,
        `${company}/emails`,
      ],
      atMostMs: 150,
    },
  ];
}

type Accounts = { large: Reader; small: Reader };

/** The accounts of an earlier run in the same folder. */
async function loaded({ db }: Connection, service: BenchService): Promise<Accounts | null> {
  const rows = await db.selectFrom('accounts').select(['id', 'name']).where('name', 'in', ['Large', 'Small']).execute();
  if (rows.length < 2) return null;
  const reader = (name: string) => service.openAccount(rows.find((row) => row.name === name)!.id);
  return { large: await reader('Large'), small: await reader('Small') };
}

type Plan = { visits: number; companies: number; leads: number; accounts: number };

async function load({ db }: Connection, service: BenchService, plan: Plan): Promise<Accounts> {
  const began = performance.now();
  const now = service.ctx.clock.now();
  const yearAgo = new Date(now.getTime() - 365 * 86_400_000);
  for (const at of [now, yearAgo]) await ensurePartitions({ ...service.ctx, clock: { now: () => at } });
  await loadSeed(service.ctx, shippedSeed(tmpdir()));
  await loadDirectory(db, plan.companies);
  await loadOthers(service, plan.accounts);
  const small = await service.newAccount('Small');
  await loadScreensAccount(service, small, { ...plan, visits: plan.visits / 10 });
  const large = await service.newAccount('Large');
  await loadScreensAccount(service, large, plan);
  await sql`vacuum analyze`.execute(db);
  console.log(`loaded in ${Math.round((performance.now() - began) / 1000)} s`);
  return { large, small };
}

async function measure(service: BenchService, { large, small }: Accounts, screens: Screen[], rounds: number) {
  const goals: Goal[] = [];
  const rows: string[][] = [];
  const sessions = [await signIn(service, large), await signIn(service, small)];
  for (const { name, paths, atMostMs } of screens) {
    const times: number[][] = sessions.map(() => []);
    // Alternating, so that a temporarily slower machine affects both accounts.
    for (let round = -warmUpRounds; round < rounds; round++) {
      for (const [at, session] of sessions.entries()) {
        const beganMs = performance.now();
        await Promise.all(paths.map((path) => session.get(path)));
        if (round >= 0) times[at]!.push(performance.now() - beganMs);
      }
    }
    const [ofLarge, ofSmall] = times.map((own) => {
      own.sort((a, b) => a - b);
      return { p50: percentile(own, 0.5), p95: percentile(own, 0.95) };
    });
    rows.push([name, ...[ofLarge!.p50, ofLarge!.p95, ofSmall!.p50, ofSmall!.p95].map((ms) => `${ms.toFixed(1)} ms`)]);
    console.log(rows.at(-1)!.join('  '));
    goals.push(atMost(`${name}: p95`, ofLarge!.p95, atMostMs, 'ms', 1));
    goals.push(atMost(`${name}: factor in time for ten times the visits`, ofLarge!.p50 / ofSmall!.p50, promisedGrowth));
  }
  return { goals, rows };
}

/** A user of the web application. */
async function signIn({ url }: BenchService, { accountId, email }: Reader) {
  const answer = await fetch(`${url}/app/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'correct horse battery' }),
  });
  if (!answer.ok) throw new Error(`Signing in failed: ${answer.status} ${await answer.text()}`);
  const cookie = answer.headers.get('set-cookie')!.split(';')[0]!;
  return {
    async get(path: string): Promise<void> {
      const reply = await fetch(`${url}/app/api/accounts/${accountId}/${path}`, { headers: { cookie } });
      const text = await reply.text();
      if (!reply.ok) throw new Error(`${reply.status} for ${path}: ${text}`);
    },
  };
}
