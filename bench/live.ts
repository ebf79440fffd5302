import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { connect } from '../server/src/db/connect.ts';
import { postgresUrl } from '../server/src/db/embedded/postgres-address.ts';
import { loadSeed } from '../server/src/domain/seed/load-seed.ts';
import { ensurePartitions } from '../server/src/domain/visits/ensure-partitions.ts';
import { dayMs } from '../server/src/lib/day-ms.ts';
import { freePort } from '../server/src/lib/free-port.ts';
import { required } from '../server/src/lib/required.ts';
import { shippedSeed } from '../server/src/providers/ip-data/shipped-seed.ts';
import { BrowserSession } from '../tests/kit/browser-session.ts';
import { atLeast, atMost, type BenchReport, none, thousands } from './bench-report.ts';
import { cpuMs, databaseCpuMs } from './cpu-time.ts';
import { IngestProbe } from './ingest-probe.ts';
import { startServiceProcess } from './ingest-service.ts';
import type { Reader } from './lists-service.ts';
import type { PagesOptions, PagesReport } from './live-pages.ts';
import { runLoad } from './run-load.ts';
import { loadDirectory, loadScreensAccount } from './screens-dataset.ts';
import { withBenchService } from './with-bench-service.ts';

const targetLagSeconds = 2;
const settleSeconds = 20;

/** CPU time, as a share of one core. */
type Usage = { node: number; database: number };
type Phase = Usage & { lagSeconds: number; eventsPerSecond: number };

/**
 * `npm run bench -- live [--pages 100] [--rate 500] [--visits 100000] [--seconds 120]`: the CPU time of open pages of an account, half of them
 * dashboards and half lead lists, while events arrive, compared with the CPU time of processing the events.
 */
export default async function live(args: string[]): Promise<BenchReport> {
  const { values } = parseArgs({
    args,
    options: {
      pages: { type: 'string', default: '100' },
      rate: { type: 'string', default: '500' },
      visits: { type: 'string', default: '100000' },
      seconds: { type: 'string', default: '120' },
    },
  });
  const [count, rate, visits, seconds] = [Number(values.pages), Number(values.rate), Number(values.visits), Number(values.seconds)];
  const folder = mkdtempSync(join(tmpdir(), 'leadlight-bench-live-'));
  try {
    const account = await withBenchService({ name: 'live', folder }, async ({ service }) => {
      const now = new Date();
      for (const at of [now, new Date(now.getTime() - 60 * dayMs)]) await ensurePartitions({ ...service.ctx, clock: { now: () => at } });
      await loadSeed(service.ctx, shippedSeed(tmpdir()));
      await loadDirectory(service.ctx.db, 20_000);
      const reader = await service.newAccount('Busy');
      await loadScreensAccount(
        service,
        reader,
        { visits, leads: 10_000 },
        { period: { end: now, days: 60, recentDays: 30, recentShare: 0.7 } },
      );
      await sql`vacuum analyze`.execute(service.ctx.db);
      return reader;
    });
    return await measure(folder, account, { count, rate, seconds });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

type Plan = { count: number; rate: number; seconds: number };

async function measure(folder: string, account: Reader, { count, rate, seconds }: Plan): Promise<BenchReport> {
  const environment = { HOST: '127.0.0.1', TRUST_PROXY: 'loopback', COLLECT_RATE: '1000000' };
  const service = await startServiceProcess({ ...environment, DATA_DIR: folder, PORT: String(await freePort()) });
  const connection = connect(postgresUrl(folder), { connections: 2, name: 'bench', onError: () => {} });
  const url = `http://127.0.0.1:${service.port}`;
  const probe = new IngestProbe(connection.pool);
  const phase = async (name: string, ratePerSecond: number): Promise<Phase> => {
    const { port } = service;
    const load = { port, scriptHash: account.scriptHash, connections: 32, ratePerSecond };
    const run = (duration: number) => (ratePerSecond === 0 ? pause(duration * 1000, null) : runLoad({ ...load, seconds: duration }));
    await run(settleSeconds);
    const before = { node: cpuMs(service.pid), database: databaseCpuMs(folder), ms: performance.now() };
    let lagSeconds = 0;
    const timer = setInterval(async () => {
      lagSeconds = Math.max(lagSeconds, await probe.lagSeconds());
    }, 250);
    const sent = await run(seconds);
    clearInterval(timer);
    await probe.waitUntilEmpty();
    const tookMs = performance.now() - before.ms;
    const measured = {
      node: (cpuMs(service.pid) - before.node) / tookMs,
      database: (databaseCpuMs(folder) - before.database) / tookMs,
      lagSeconds,
      eventsPerSecond: sent ? sent.events / sent.seconds : 0,
    };
    console.log(`${name}: ${coresText(measured)}, lag at most ${lagSeconds.toFixed(2)} s`);
    return measured;
  };
  try {
    // The first jobs of a new installation.
    await pause(settleSeconds * 1000);
    const idle = await phase('idle', 0);
    const ingesting = await phase('events', rate);
    const pages = await openPages(url, account, count);
    const busy = await phase('events and pages', rate);
    const report = await pages.report();
    pages.stop();
    const ingestionUsage = difference(ingesting, idle);
    const pageUsage = difference(busy, ingesting);
    return {
      title: 'Open pages of a busy account',
      goals: [
        atMost('CPU time of the pages relative to that of processing the events', total(pageUsage) / total(ingestionUsage), 1),
        atMost('largest lag with open pages', busy.lagSeconds, targetLagSeconds, 's'),
        atLeast('events acknowledged per second with open pages', busy.eventsPerSecond, 0.95 * rate, 0),
        none('failed requests of the pages', report.failures),
      ],
      tables: [
        {
          title: `${thousands(count)} pages, ${thousands(Math.round(busy.eventsPerSecond))} events/s, ${seconds} s`,
          columns: ['CPU time', 'Node', 'PostgreSQL', 'Together'],
          rows: [
            ['service without events and pages', ...coresOf(idle)],
            ['processing events', ...coresOf(ingestionUsage)],
            ['pages', ...coresOf(pageUsage)],
          ],
        },
        {
          title: 'Pages',
          columns: ['What', 'Figure'],
          rows: [
            ['notifications per page and minute', ((report.notifications / count / report.seconds) * 60).toFixed(1)],
            ['requests per second', (report.requests / report.seconds).toFixed(1)],
          ],
        },
      ],
      charts: [],
    };
  } finally {
    await connection.close();
    await service.stop();
  }
}

/** Opens dashboards and lead lists alternately, in a separate process. */
async function openPages(url: string, { accountId, email }: Reader, count: number) {
  const session = new BrowserSession({ url });
  await session.signIn(email);
  const { body: goals } = await session.get<{ id: string }[]>(`/accounts/${accountId}/goals`);
  const today = new Date();
  const day = (at: Date) => at.toISOString().slice(0, 10);
  const days = `from=${day(new Date(today.getTime() - 29 * dayMs))}&to=${day(today)}`;
  const shell = ['/feeds', '/checklist', '/tags', '/members'];
  const dashboard = [
    ...['overview', 'breakdowns', 'entry-and-exit-pages', 'trends', 'annotations'].map((path) => `/${path}?${days}`),
    '/goals',
    `/goals/${required(goals[0]).id}/funnel?${days}`,
  ];
  const leads = [`/leads?${days}&feed=all_leads&sort=last_visit&order=desc&search=&offset=0&limit=100`];
  const pages = Array.from({ length: count }, (_, index) => ({ paths: [...shell, ...(index % 2 === 0 ? dashboard : leads)] }));
  const child = fork(join(import.meta.dirname, 'live-pages.ts'), { execArgv: ['--disable-warning=ExperimentalWarning'] });
  const ask = async <Answer>(message: unknown): Promise<Answer> => {
    child.send(message as object);
    return (await once(child, 'message'))[0];
  };
  await ask({ url, accountId, cookie: session.cookie, pages } satisfies PagesOptions);
  const opened = await ask<PagesReport>('report');
  const openedMs = performance.now();
  return {
    async report(): Promise<PagesReport & { seconds: number }> {
      const { notifications, requests, failures } = await ask<PagesReport>('report');
      return {
        notifications: notifications - opened.notifications,
        requests: requests - opened.requests,
        failures,
        seconds: (performance.now() - openedMs) / 1000,
      };
    },
    stop: () => void child.kill(),
  };
}

const total = ({ node, database }: Usage) => node + database;
const difference = (after: Usage, before: Usage): Usage => ({ node: after.node - before.node, database: after.database - before.database });
const coresOf = (usage: Usage) => [usage.node, usage.database, total(usage)].map((cores) => `${(cores * 100).toFixed(1)}%`);
const coresText = (usage: Usage) =>
  coresOf(usage)
    .join(' + ')
    .replace(/ \+ (?=[^+]*$)/, ' = ');
