import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { connect } from '../server/src/db/connect.ts';
import { createAccount } from '../server/src/domain/accounts/create-account.ts';
import { createKey } from '../server/src/domain/auth/api-keys.ts';
import { createToken } from '../server/src/domain/auth/api-tokens.ts';
import { createOauthApp } from '../server/src/domain/auth/oauth-apps.ts';
import { createUser } from '../server/src/domain/users/create-user.ts';
import { reportFormat } from '../server/src/earlier/report-format.ts';
import { firstOf } from '../server/src/lib/first-of.ts';
import { parseCsv } from '../server/src/lib/parse-csv.ts';
import { plainContext } from '../tests/kit/plain-context.ts';
import { type KnownAddress, password, type SoakAccount, SoakClients } from './soak-clients.ts';
import { isFirst, SoakCluster } from './soak-cluster.ts';
import {
  companyDomains,
  type Days,
  differences,
  earlierLines,
  expectedLines,
  expectedTotals,
  versionedLines,
  versionedTotals,
} from './soak-compare.ts';
import { SoakLedger } from './soak-ledger.ts';
import { type RequestCount, SoakRequests } from './soak-requests.ts';

type SoakOptions = {
  seconds: number;
  senders: number;
  /** Maximum seconds between two kills. */
  killEverySeconds: number;
  logProgress(message: string): void;
  /** Fills an empty data folder with a prepared installation, which saves the time of a first start. */
  installInto?(folder: string): Promise<void>;
  /** With two servers of each role, the first survives the last two thirds of the run, so that its memory can be measured. */
  serversPerRole: 1 | 2;
  /** An export whose worker dies is resumed after a minute or two, too late for a short run. */
  includesExports: boolean;
};

type SoakReport = {
  seconds: number;
  kills: Record<string, number>;
  acknowledged: number;
  visits: number;
  requests: Record<string, RequestCount>;
  /** Responses that must never occur, regardless of which process is killed. */
  faults: string[];
  missing: number;
  surplus: number;
  /** Differences between an API and the recount. */
  differences: string[];
  exports: { requested: number; fetched: number };
  /** Resident memory of each process over time, in megabytes. */
  memory: { name: string; points: [minute: number, megabytes: number][] }[];
  /** Memory growth of the surviving processes in the last 60% of the run: the peak of its last quarter compared with the peak before. */
  growth: { name: string; share: number }[];
  acknowledgedOverTime: [minute: number, events: number][];
};

const maxVictimsAtOnce = 2;

/**
 * Puts mixed load on all interfaces while processes of every kind are killed with SIGKILL, and then recounts all acknowledged events.
 */
export async function runSoak({
  seconds,
  senders,
  killEverySeconds,
  logProgress,
  installInto,
  serversPerRole,
  includesExports,
}: SoakOptions): Promise<SoakReport> {
  const folder = mkdtempSync(join(tmpdir(), 'leadlight-soak-'));
  const cluster = new SoakCluster(folder, installInto, serversPerRole);
  try {
    await cluster.start();
    const accounts = await createAccounts(cluster.databaseUrl, folder);
    const requests = new SoakRequests(cluster.upstreams());
    const addresses = await knownAddresses(requests, firstOf(accounts));
    const ledger = new SoakLedger();
    const days = lastDays(5);
    const clients = new SoakClients({ requests, ledger, accounts, addresses, senders, days, includesExports });
    logProgress(
      `running: ${cluster
        .pids()
        .map(([name]) => name)
        .join(', ')} and the database; ${addresses.length} companies visit`,
    );
    const startMs = performance.now();
    clients.start();
    const watch = watchMemory(cluster, startMs, () => ledger.size);
    await killRepeatedly(cluster, {
      seconds,
      killEverySeconds,
      logProgress,
      acknowledged: () => ledger.size,
      sparesFirst: serversPerRole > 1,
    });
    await clients.stop();
    watch.stop();
    await cluster.settle();
    logProgress(`${ledger.size} events acknowledged; recounting`);
    const stored = await readStored(cluster.databaseUrl);
    const allDifferences: string[] = [];
    let visits = 0;
    for (const account of accounts) {
      const recounted = ledger.visitsOf(account.accountId);
      visits += recounted.length;
      allDifferences.push(...(await compareInterfaces(requests, account, days, recounted)));
    }
    const ids = ledger.eventIds();
    return {
      seconds: Math.round((performance.now() - startMs) / 1000),
      kills: cluster.kills,
      acknowledged: ledger.size,
      visits,
      requests: requests.counts,
      faults: requests.faults,
      missing: [...ids].filter((id) => !stored.has(id)).length,
      surplus: [...stored].filter(([id, count]) => count > 1 || !ids.has(id)).length,
      differences: allDifferences,
      exports: clients.exports,
      ...watch.report(),
    };
  } finally {
    await cluster.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

type KillOptions = {
  seconds: number;
  killEverySeconds: number;
  logProgress(message: string): void;
  acknowledged(): number;
  /** Whether the first server of each role survives after the first third. */
  sparesFirst: boolean;
  /** Whether enough has happened besides the kills. A slow machine gets more time. */
  isEnough?(): boolean;
};

/**
 * Kills every process in turn. With `sparesFirst`, the first server of each role survives after the first third, so that its memory can be
 * measured.
 */
export async function killRepeatedly(cluster: SoakCluster, options: KillOptions) {
  const { seconds, killEverySeconds, logProgress, acknowledged, sparesFirst, isEnough = () => true } = options;
  const startMs = Date.now();
  const endMs = startMs + seconds * 1000;
  // A slow machine needs longer to kill every process once, but the wait is limited.
  const isDone = () => Object.values(cluster.kills).every((kills) => kills > 0) && isEnough();
  const hasEnded = () => Date.now() > endMs && (isDone() || Date.now() > endMs + 180_000);
  let waiting: string[] = [];
  let acknowledgedAtLastKill = 0;
  while (!hasEnded()) {
    await pause(1000 * killEverySeconds * (0.4 + 0.6 * Math.random()));
    // Kills only a service that is working; killing one that is still starting would just delay it.
    while (acknowledged() <= acknowledgedAtLastKill + 5 && !hasEnded()) await pause(100);
    if (hasEnded()) break;
    acknowledgedAtLastKill = acknowledged();
    const isWatched = sparesFirst && Date.now() > startMs + (seconds * 1000) / 3;
    if (waiting.length === 0) waiting = cluster.victims(isWatched).sort(() => Math.random() - 0.5);
    const victims = waiting.splice(0, Math.random() < 0.2 ? maxVictimsAtOnce : 1).filter((name) => !isWatched || !isFirst(name));
    for (const name of victims) if (cluster.kill(name)) logProgress(`killed ${name} after ${acknowledged()} acknowledged events`);
  }
}

async function compareInterfaces(requests: SoakRequests, account: SoakAccount, days: Days, visits: ReturnType<SoakLedger['visitsOf']>) {
  const expected = expectedLines(visits);
  const totals = expectedTotals(visits);
  const domains = await companyDomains(requests, account, days);
  const earlier = await earlierLines(requests, account, days, domains);
  const totalLines = (byDomain: Record<string, [number, number]>) =>
    Object.entries(byDomain).map(([domain, pair]) => `${domain} ${pair.join(' ')}`);
  const visitLines = (byDomain: Record<string, number>) => Object.entries(byDomain).map(([domain, count]) => `${domain} ${count}`);
  const visitCounts = Object.fromEntries(Object.entries(totals).map(([domain, [count]]) => [domain, count]));
  return [
    ...differences(expected, await versionedLines(requests, account, days)).map((difference) => `v1 visits, ${difference}`),
    ...differences(expected, earlier.lines).map((difference) => `earlier visits, ${difference}`),
    ...differences(totalLines(totals), totalLines(await versionedTotals(requests, account, days))).map(
      (difference) => `v1 companies, ${difference}`,
    ),
    ...differences(visitLines(visitCounts), visitLines(earlier.visits)).map((difference) => `earlier leads, ${difference}`),
  ];
}

export async function createAccounts(databaseUrl: string, folder: string, names = ['First', 'Second']): Promise<SoakAccount[]> {
  const connection = connect(databaseUrl, { connections: 2, name: 'soak', onError: () => {} });
  const { db } = connection;
  const ctx = { ...plainContext(db, join(folder, 'files/exports')), reportFormat };
  const unlimited = 1_000_000;
  const createSoakAccount = async (name: string): Promise<SoakAccount> => {
    const { id: accountId } = await createAccount(ctx, { name, plan: 'premium', timezone: 'UTC' });
    const email = `${name.toLowerCase()}@soak.example`;
    await createUser(ctx, { accountId, email, password, role: 'owner' });
    const { token } = await createToken(ctx, { email });
    const { key } = await createKey(ctx, { email, ratePerSecond: unlimited, burst: unlimited, monthlyQuota: unlimited });
    const app = await createOauthApp(ctx, { name, accountId, redirectUris: [], grants: ['client_credentials'], scopes: ['tags:read'] });
    const { script_hash: scriptHash } = await db
      .selectFrom('tracking_scripts')
      .select('script_hash')
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow();
    return { accountId, scriptHash, key, token, email, oauth: `${app.clientId}:${app.clientSecret}` };
  };
  try {
    const accounts: SoakAccount[] = [];
    for (const name of names) accounts.push(await createSoakAccount(name));
    return accounts;
  } finally {
    await connection.close();
  }
}

/** Addresses from a curated list that the service identifies with exactly the listed domain. */
export async function knownAddresses(requests: SoakRequests, { accountId, key }: SoakAccount): Promise<KnownAddress[]> {
  const addresses: KnownAddress[] = [];
  const text = readFileSync(new URL('data/ip-kinds-sample.csv', import.meta.url), 'utf8');
  for (const { values } of parseCsv(text).slice(1, 41)) {
    const [ip = '', kind, , domain = ''] = values;
    if (kind !== 'business') continue;
    const path = `/v1/ip/enrich?account_id=${accountId}&ip=${ip}&include=company`;
    const response = await requests.sendWithRetries('v1', path, { headers: { 'x-api-key': key } });
    const company = JSON.parse(response.text).data.relationships.company;
    if (company?.attributes?.domain === domain && addresses.every((address) => address.domain !== domain)) addresses.push({ ip, domain });
  }
  if (addresses.length < 5) throw new Error(`Only ${addresses.length} addresses are known by their domain.`);
  return addresses;
}

/** Waits until the workers have processed all events, and returns how often each event is stored. */
export async function readStored(databaseUrl: string): Promise<Map<string, number>> {
  const { pool, close } = connect(databaseUrl, { connections: 1, name: 'soak', onError: () => {} });
  try {
    for (const deadline = Date.now() + 180_000; ; await pause(200)) {
      const { rows } = await pool.query('select count(*)::int as waiting from inbox');
      if (rows[0].waiting === 0) break;
      if (Date.now() > deadline) throw new Error(`${rows[0].waiting} rows are still waiting in the event queue.`);
    }
    const stored = new Map<string, number>();
    const { rows } = await pool.query<{ id: string }>(
      "select hit ->> 'i' as id from visits, json_array_elements(events::json -> 'hits') as hit",
    );
    for (const { id } of rows) stored.set(id, (stored.get(id) ?? 0) + 1);
    return stored;
  } finally {
    await close();
  }
}

function watchMemory(cluster: SoakCluster, startMs: number, acknowledged: () => number) {
  const lines = new Map<string, { pid: number; points: [number, number][] }>();
  const overTime: [number, number][] = [];
  const timer = setInterval(() => {
    const minute = (performance.now() - startMs) / 60_000;
    overTime.push([minute, acknowledged()]);
    for (const [name, pid] of cluster.pids()) {
      const line = lines.get(name) ?? { pid, points: [] };
      line.pid = pid;
      const megabytes = residentMegabytes(pid);
      if (megabytes > 0) line.points.push([minute, megabytes]);
      lines.set(name, line);
    }
  }, 2000);
  return {
    stop: () => clearInterval(timer),
    report() {
      const end = overTime.at(-1)?.[0] ?? 0;
      const growth = [...lines]
        .filter(([name]) => isFirst(name))
        .map(([name, { points }]) => {
          // These servers are not killed after the first third. A restarted one then needs some time to fill its caches.
          const watched = points.filter(([minute]) => minute > end * 0.4).map(([, megabytes]) => megabytes);
          const part = Math.max(1, Math.floor(watched.length / 4));
          // Memory varies by half between garbage collections; a leak raises the peaks.
          return { name, share: Math.max(...watched.slice(-part)) / Math.max(...watched.slice(0, -part)) - 1 };
        });
      const memory = [...lines].map(([name, { points }]) => ({ name, points: thinned(points, 150) }));
      return { memory, growth, acknowledgedOverTime: thinned(overTime, 150) };
    },
  };
}

function residentMegabytes(pid: number): number {
  try {
    return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

function thinned(points: [number, number][], maxPoints: number): [number, number][] {
  const step = Math.ceil(points.length / maxPoints);
  return points.filter((_, index) => index % step === 0).map(([x, y]) => [Math.round(x * 100) / 100, Math.round(y)]);
}

function lastDays(count: number): Days {
  const day = (back: number) => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10);
  return { start: day(count), end: day(1) };
}
