import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { readConfig } from '../server/src/config.ts';
import { type Connection, connect } from '../server/src/db/connect.ts';
import type { Context } from '../server/src/domain/context.ts';
import { findDifferences } from '../server/src/domain/integrity/find-differences.ts';
import { deleteExpiredVisits } from '../server/src/domain/retention/delete-expired-visits.ts';
import { updateAccountSettings } from '../server/src/domain/settings/account-settings.ts';
import { rebuildRollups } from '../server/src/domain/visits/rebuild-rollups.ts';
import { WorkerState } from '../server/src/domain/worker-state.ts';
import { reportFormat } from '../server/src/earlier/report-format.ts';
import type { JobContext } from '../server/src/jobs/job.ts';
import { dayMs } from '../server/src/lib/day-ms.ts';
import { firstItems } from '../server/src/lib/first-items.ts';
import { Random } from '../server/src/lib/random.ts';
import { openCompanyIdentifier } from '../server/src/open-company-identifier.ts';
import type { WatchedIdentifier } from '../server/src/providers/watch-identifier.ts';
import { clockChanges } from '../tests/kit/clock-changes.ts';
import { runQueuedJobs } from '../tests/kit/jobs.ts';
import { plainContext } from '../tests/kit/plain-context.ts';
import { compareAccount } from './chaos-compare.ts';
import { ChaosOperator } from './chaos-operator.ts';
import { ChaosOracle } from './chaos-oracle.ts';
import { type SoakAccount, SoakClients } from './soak-clients.ts';
import { type ServersPerRole, SoakCluster } from './soak-cluster.ts';
import { SoakLedger } from './soak-ledger.ts';
import { SoakRequests } from './soak-requests.ts';
import { createAccounts, killRepeatedly, knownAddresses, readStored } from './soak-run.ts';

type ChaosRunOptions = {
  seconds: number;
  seed: number;
  senders: number;
  killEverySeconds: number;
  /** Maximum milliseconds between two operations. */
  paceMs: number;
  servers: ServersPerRole;
  /** Fills an empty data folder with a prepared installation, which saves the time of a first start. */
  installInto?(folder: string): Promise<void>;
  /** On a slow machine, the run continues until this much has happened, but at most three minutes longer. */
  minWork?: { events: number; operations: number };
  logProgress(message: string): void;
};

type ChaosReport = {
  acknowledged: number;
  visits: number;
  kills: Record<string, number>;
  operations: Record<string, number>;
  faults: string[];
  missing: number;
  surplus: number;
  /** How an API, a feed or the dashboard differs from the expected result. */
  differences: string[];
  /** Number of recounts under load. `wrongRollups` lists the differences found then and at the end. */
  recounts: number;
  wrongRollups: string[];
};

/** Time zones whose clocks change at midnight, by half an hour, or during the night, and UTC. */
const zones = ['Atlantic/Azores', 'America/Havana', 'Australia/Lord_Howe', 'Asia/Beirut', 'America/Santiago', 'Europe/Helsinki', 'UTC'];
const imported = [
  { cidr: '91.64.5.8/29', ip: '91.64.5.9', domain: 'range-firm.de', company: 'Range Firm' },
  { cidr: '91.64.7.16/29', ip: '91.64.7.20', domain: 'block-firm.de', company: 'Block Firm' },
];
const hourMs = 3_600_000;
const retentionDays = 3;

/**
 * Puts load on all interfaces while processes are killed, and while corrections, merges, time zone changes, erasures, retention, address
 * deletion and imports run. Compares the final state with an independent oracle.
 */
export async function runChaos(options: ChaosRunOptions): Promise<ChaosReport> {
  const {
    seconds,
    seed,
    senders,
    killEverySeconds,
    paceMs,
    servers,
    installInto,
    logProgress,
    minWork = { events: 0, operations: 0 },
  } = options;
  const folder = mkdtempSync(join(tmpdir(), 'leadlight-chaos-'));
  const cluster = new SoakCluster(folder, installInto, servers);
  let connection: Connection | null = null;
  let watched: WatchedIdentifier | null = null;
  try {
    await cluster.start();
    const accounts = await createAccounts(cluster.databaseUrl, folder, ['Corrected', 'ShortVisits', 'ShortAddresses']);
    const [corrected, shortVisitRetention, shortIpRetention] = firstItems(accounts, 3);
    connection = connect(cluster.databaseUrl, { connections: 6, name: 'chaos', onError: () => {} });
    const plain = contextOf(connection, folder);
    watched = await openCompanyIdentifier(plain, readConfig({ DATA_DIR: join(folder, 'files') }));
    const ctx = { ...plain, identifier: watched.identifier, workerState: new WorkerState() };
    await updateAccountSettings(ctx, corrected.accountId, { processing: { ip_retention_days: 400 } });
    await updateAccountSettings(ctx, shortVisitRetention.accountId, { processing: { visit_retention_days: retentionDays } });
    await updateAccountSettings(ctx, shortIpRetention.accountId, { processing: { ip_retention_days: 1 } });
    const requests = new SoakRequests(cluster.upstreams());
    const addresses = [...(await knownAddresses(requests, corrected)), ...imported.map(({ ip, domain }) => ({ ip, domain }))];
    const ledger = new SoakLedger();
    const oracle = new ChaosOracle();
    const operator = new ChaosOperator({
      ctx,
      random: new Random(seed + 1),
      oracle,
      ledger,
      accounts,
      corrected,
      addresses,
      imported,
      zones,
      paceMs,
    });
    await operator.importData();
    const random = new Random(seed);
    const clients = new SoakClients({
      requests,
      ledger,
      accounts,
      addresses,
      senders,
      days: { start: dayAgo(8), end: dayAgo(0) },
      includesExports: false,
      random,
      startOf: (account) => (account === shortVisitRetention ? startAroundRetention(random) : startAroundClockChange(random)),
      onVisitorSent: ({ accountId }, visitorId) => operator.finished.push({ accountId, visitorId }),
    });
    const recounts = recountUnderLoad(connection);
    clients.start();
    operator.start();
    const isEnough = () => ledger.size >= minWork.events && sum(operator.counts) >= minWork.operations;
    await killRepeatedly(cluster, {
      seconds,
      killEverySeconds,
      logProgress,
      acknowledged: () => ledger.size,
      sparesFirst: false,
      isEnough,
    });
    await Promise.all([clients.stop(), operator.stop()]);
    await recounts.stop();
    await cluster.settle();
    logProgress(`${ledger.size} events acknowledged; processing the backlog`);
    await readStored(cluster.databaseUrl);
    await cluster.stopRole('worker');
    await finishJobs(ctx, connection);
    await deleteExpiredVisits(ctx);
    ledger.exclude(({ accountId, occurredAtMs }) => accountId === shortVisitRetention.accountId && occurredAtMs < Date.now() - 5 * dayMs);
    const stored = await readStored(cluster.databaseUrl);
    const ids = ledger.eventIds();
    const { visits, differences } = await compareAccounts(ctx, requests, accounts, ledger, oracle);
    return {
      acknowledged: ledger.size,
      visits,
      kills: cluster.kills,
      operations: operator.counts,
      faults: requests.faults,
      missing: [...ids].filter((id) => !stored.has(id)).length,
      surplus: [...stored].filter(([id, count]) => count > 1 || !ids.has(id)).length,
      differences,
      recounts: recounts.count(),
      wrongRollups: [...recounts.found(), ...(await runDoctor(cluster.databaseUrl, join(folder, 'files')))],
    };
  } finally {
    watched?.stop();
    await connection?.close();
    await cluster.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Compares the responses of the interfaces for each account with the oracle. */
async function compareAccounts(
  { db }: Pick<Context, 'db'>,
  requests: SoakRequests,
  accounts: readonly SoakAccount[],
  ledger: SoakLedger,
  oracle: ChaosOracle,
): Promise<Pick<ChaosReport, 'visits' | 'differences'>> {
  const differences: string[] = [];
  let visits = 0;
  for (const account of accounts) {
    const { timezone } = await db.selectFrom('accounts').select('timezone').where('id', '=', account.accountId).executeTakeFirstOrThrow();
    const accountVisits = ledger.visitsOf(account.accountId);
    visits += accountVisits.length;
    const identified = oracle.identifiedVisits(account.accountId, accountVisits);
    differences.push(...(await compareAccount(requests, { account, timezone, visits: accountVisits, identified })));
  }
  return { visits, differences };
}

function sum(counts: Record<string, number>): number {
  return Object.values(counts).reduce((total, count) => total + count, 0);
}

function contextOf({ db }: Connection, folder: string): Context {
  return { ...plainContext(db, join(folder, 'files/exports')), reportFormat };
}

/** Runs all queued jobs, after releasing those of killed workers. */
async function finishJobs(ctx: JobContext, connection: Connection): Promise<void> {
  const { pool } = connection;
  await pool.query('update graphile_worker._private_jobs set locked_at = null, locked_by = null, run_at = now()');
  await pool.query('update graphile_worker._private_job_queues set locked_at = null, locked_by = null');
  await runQueuedJobs({ ctx, connection });
  const { rows } = await pool.query<{ account_id: string }>('select account_id from day_rebuilds');
  for (const { account_id } of rows) await rebuildRollups(ctx, account_id, { betweenSteps: async () => {} });
}

/** Recounts all rollups repeatedly while the load is running. */
function recountUnderLoad({ db }: Connection) {
  const found: string[] = [];
  let count = 0;
  let isStopping = false;
  const running = (async () => {
    while (!isStopping) {
      try {
        found.push(...describeDifferences((await findDifferences({ db }, {})).checks).map((difference) => `under load: ${difference}`));
        count++;
      } catch {
        // The database was killed during the recount.
      }
      await pause(2000);
    }
  })();
  return {
    count: () => count,
    found: () => found,
    stop() {
      isStopping = true;
      return running;
    },
  };
}

type CheckResult = { check: string; differences: number; examples: { subject: string; stored: string | null; counted: string | null }[] };

function describeDifferences(checks: readonly CheckResult[]): string[] {
  return checks
    .filter(({ differences }) => differences > 0)
    .map(({ check, differences, examples: [first] }) => {
      return `${check}: ${differences} differ, such as ${first?.subject}: stored ${first?.stored}, counted ${first?.counted}`;
    });
}

/** Runs the actual command, like an operator. */
async function runDoctor(databaseUrl: string, dataDir: string): Promise<string[]> {
  const main = join(import.meta.dirname, '../server/dist/main.js');
  const args = ['--disable-warning=ExperimentalWarning', main, 'doctor', '--deep', '--json'];
  const env = { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, DATABASE_URL: databaseUrl, DATA_DIR: dataDir };
  const run = promisify(execFile)(process.execPath, args, { env, maxBuffer: 2 ** 26 });
  const { stdout } = await run.catch((error: { stdout: string }) => error);
  const { deep }: { deep: { checks: (CheckResult & { skipped_for: string[] })[] } } = JSON.parse(stdout);
  const skipped = deep.checks
    .filter(({ skipped_for }) => skipped_for.length > 0)
    .map(({ check, skipped_for }) => `${check}: waits for ${skipped_for.join()}`);
  return [...describeDifferences(deep.checks), ...skipped];
}

/** A time well within or well beyond the retention period in every time zone. */
function startAroundRetention(random: Random): number {
  const hours = random.chance(0.5) ? random.between(14, 30) : random.between(6 * 24 + 8, 8 * 24);
  return Date.now() - hours * hourMs;
}

/** A time around a clock change of the last months, or within the last days. */
function startAroundClockChange(random: Random): number {
  const latestMs = Date.now() - 14 * hourMs;
  if (random.chance(0.2)) return latestMs - random.between(0, 40) * hourMs;
  return Math.min(latestMs, random.pick(recentClockChanges()) + random.between(-30 * 60, 26 * 60) * 60_000);
}

let cachedChanges: number[] | null = null;

function recentClockChanges(): number[] {
  const year = new Date().getUTCFullYear();
  const sinceMs = Date.now() - 300 * dayMs;
  cachedChanges ??= zones
    .flatMap((zone) => clockChanges(zone, year - 1, year))
    .filter((atMs) => atMs > sinceMs && atMs < Date.now() - dayMs);
  return cachedChanges;
}

function dayAgo(days: number): string {
  return new Date(Date.now() - days * dayMs).toISOString().slice(0, 10);
}
