import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { connect } from '../server/src/db/connect.ts';
import { postgresUrl } from '../server/src/db/embedded/postgres-address.ts';
import { freePort } from '../server/src/lib/free-port.ts';
import { itemAt } from '../server/src/lib/item-at.ts';
import { newAccount } from './ingest-account.ts';
import { type ServiceProcess, startServiceProcess } from './ingest-service.ts';
import { LedgerClients } from './ledger-clients.ts';

const targets = ['database', 'worker', 'server'] as const;
type Target = (typeof targets)[number];

type LedgerReport = {
  kills: Record<Target, number>;
  seconds: number;
  acknowledged: number;
  /** Attempts that were not acknowledged and were retried. */
  retries: number;
  missing: string[];
  /** Stored without being acknowledged, or more than once. */
  surplus: string[];
  ledger: { received: number; stored: number; duplicates: number; other: number };
};

type LedgerOptions = {
  kills: number;
  clients: number;
  accounts: number;
  logProgress(message: string): void;
};

/**
 * Many clients post events with unique ids and retry each until it is acknowledged, while the server, the worker and the database are
 * killed with SIGKILL and restarted. At the end every acknowledged event must be stored exactly once, and nothing else.
 */
export async function runLedger({ kills, clients, accounts, logProgress }: LedgerOptions): Promise<LedgerReport> {
  const folder = mkdtempSync(join(tmpdir(), 'leadlight-ledger-'));
  const startMs = performance.now();
  const counts: Record<Target, number> = { database: 0, worker: 0, server: 0 };
  const port = String(await freePort());
  const common = { HOST: '127.0.0.1', TRUST_PROXY: 'loopback', COLLECT_RATE: '1000000', LOG_LEVEL: 'fatal' };
  const startServer = () => startServiceProcess({ ...common, DATA_DIR: folder, PORT: port }, ['--role', 'web,collector']);
  const startWorker = async () =>
    startServiceProcess(
      { ...common, DATA_DIR: join(folder, 'worker'), PORT: String(await freePort()), DATABASE_URL: postgresUrl(folder) },
      ['--role', 'worker'],
    );
  let server: ServiceProcess | null = null;
  let worker: ServiceProcess | null = null;
  const senders = new LedgerClients({ url: `http://127.0.0.1:${port}`, clients });
  try {
    server = await startServer();
    worker = await startWorker();
    const connection = connect(postgresUrl(folder), { connections: 1, name: 'ledger', onError: () => {} });
    const owners: Awaited<ReturnType<typeof newAccount>>[] = [];
    while (owners.length < accounts) owners.push(await newAccount(connection));
    await connection.close();
    senders.start(owners.map(({ scriptHash }) => scriptHash));
    for (let kill = 0; kill < kills; kill++) {
      const acknowledged = senders.acknowledged.size;
      // Kills only a service that is working, at a random moment.
      await until(() => senders.acknowledged.size > acknowledged + clients);
      await pause(200 + Math.random() * 800);
      const target = itemAt(targets, kill % targets.length);
      counts[target]++;
      logProgress(`kill ${kill + 1} of ${kills}: the ${target}, after ${senders.acknowledged.size} acknowledged events`);
      if (target === 'database') process.kill(postmasterPid(folder), 'SIGKILL');
      if (target === 'worker') worker = await killAndRestart(worker, startWorker);
      if (target === 'server') {
        server = await killAndRestart(server, startServer);
        // The database gets a new port when its server restarts.
        worker = await killAndRestart(worker, startWorker);
      }
    }
    const acknowledged = senders.acknowledged.size;
    await until(() => senders.acknowledged.size > acknowledged + clients);
    await senders.stop();
    const stored = await readBack(
      folder,
      owners.map(({ accountId }) => accountId),
    );
    const seconds = (performance.now() - startMs) / 1000;
    return { kills: counts, seconds, acknowledged: senders.acknowledged.size, retries: senders.retries, ...compare(senders, stored) };
  } finally {
    // Clients retry forever and would outlive a failed run.
    await senders.abort();
    await worker?.stop();
    await server?.stop();
    endDatabase(folder);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function killAndRestart(service: ServiceProcess, start: () => Promise<ServiceProcess>): Promise<ServiceProcess> {
  const exited = once(service.child, 'exit');
  service.child.kill('SIGKILL');
  await exited;
  // A supervisor would restart it even if the database is down at that moment.
  for (let attempt = 1; ; attempt++) {
    try {
      return await start();
    } catch (error) {
      if (attempt === 10) throw error;
      await pause(1000);
    }
  }
}

type StoredEvents = { ids: string[]; ledger: LedgerReport['ledger'] };

/** Waits until the worker has processed all events, and reads the stored ones. */
async function readBack(folder: string, accountIds: readonly string[]): Promise<StoredEvents> {
  const client = new pg.Client({ connectionString: postgresUrl(folder) });
  await client.connect();
  const queryNumber = async (query: string) => Number((await client.query(query, [accountIds])).rows[0].number);
  try {
    await until(
      async () => (await queryNumber('select count(*) as number from inbox where account_id = any($1::bigint[])')) === 0,
      120_000,
    );
    const { rows } = await client.query<{ id: string }>(
      "select hit ->> 'i' as id from visits, json_array_elements(events::json -> 'hits') as hit where account_id = any($1::bigint[])",
      [accountIds],
    );
    const outcomes = (condition: string) =>
      queryNumber(
        `select coalesce(sum(events), 0) as number from event_outcomes where account_id = any($1::bigint[]) and outcome ${condition}`,
      );
    return {
      ids: rows.map(({ id }) => id),
      ledger: {
        received: await queryNumber('select coalesce(sum(events), 0) as number from event_receipts where account_id = any($1::bigint[])'),
        stored: await outcomes("= 'stored'"),
        duplicates: await outcomes("= 'duplicate'"),
        other: await outcomes("not in ('stored', 'duplicate')"),
      },
    };
  } finally {
    await client.end();
  }
}

function compare({ acknowledged }: LedgerClients, { ids, ledger }: StoredEvents): Pick<LedgerReport, 'missing' | 'surplus' | 'ledger'> {
  const stored = new Set(ids);
  const seen = new Set<string>();
  const surplus = ids.filter((id) => {
    const isDuplicate = seen.has(id);
    seen.add(id);
    return isDuplicate || !acknowledged.has(id);
  });
  return { missing: [...acknowledged].filter((id) => !stored.has(id)), surplus, ledger };
}

function postmasterPid(folder: string): number {
  return Number(readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
}

/** Ends the database, which a killed server leaves running. */
function endDatabase(folder: string) {
  try {
    process.kill(postmasterPid(folder), 'SIGQUIT');
  } catch {
    // It has already ended.
  }
}

async function until(condition: () => boolean | Promise<boolean>, timeoutMs = 60_000): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error('The service did not recover in time.');
    await pause(20);
  }
}
