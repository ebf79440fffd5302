import assert from 'node:assert/strict';
import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { postgresUrl } from '../../server/src/db/embedded/postgres-address.ts';
import { readDemoFile } from '../../server/src/demo/demo-file.ts';
import { firstOf } from '../../server/src/lib/first-of.ts';
import { required } from '../../server/src/lib/required.ts';
import { databaseProcesses, launchServerProcess, type ServerProcess, testDataDir } from '../kit/server-process.ts';

const DATA_DIR = testDataDir();
const pastDays = 2;

let running: ServerProcess | null = null;
after(() => running?.stop());

/** A stage of the first start. If it would pass too quickly, the table `hold` is locked, once `holdAfter` is true. */
type Stage = {
  name: string;
  prepare?(): void;
  hold?: string;
  holdAfter?(): boolean;
  isReached(server: ServerProcess): boolean | Promise<boolean>;
};

const compiledIpData = join(DATA_DIR, 'ip-data/networks.bin');

const stages: Stage[] = [
  { name: 'initdb', isReached: () => existsSync(join(DATA_DIR, 'postgres.new/base')) },
  { name: 'start of the database', isReached: () => existsSync(join(DATA_DIR, 'postgres/postmaster.pid')) },
  { name: 'migration', isReached: () => isTrue("select to_regclass('migrations') is not null") },
  { name: 'company directory', isReached: () => isTrue('select exists (select from companies)') },
  {
    name: 'compilation of the IP data',
    prepare: () => rmSync(compiledIpData),
    isReached: ({ output }) => output().includes('Loading the IP data'),
  },
  { name: 'demo account without its credentials', hold: 'api_keys', isReached: () => isBlockedAfter('exists (select from users)') },
  { name: 'deletion of the incomplete demo account', hold: 'leads', isReached: () => isBlockedAfter('exists (select from accounts)') },
  { name: 'demo visits', hold: 'visits', holdAfter: () => readDemoFile(DATA_DIR) !== null, isReached: () => isBlockedAfter('true') },
  { name: 'demo tags', hold: 'tags', isReached: () => existsSync(join(DATA_DIR, 'demo.unfinished')) && isBlockedAfter('true') },
];

test('a first start that is killed at any stage is completed by the next one', { timeout: 600_000 }, async () => {
  // The last step of the compilation is too short to be killed in time: this is what it would leave.
  writeFileSync(`${compiledIpData}.0123456789ab.draft`, 'a part');
  for (const { name, prepare, hold, holdAfter, isReached } of stages) {
    prepare?.();
    const before = databaseProcesses(DATA_DIR)[0];
    const server = await launch();
    if (holdAfter) await until(holdAfter);
    const blocker = hold === undefined ? null : await holdTable(hold, before);
    for (const deadline = Date.now() + 120_000; !(await isReached(server)); await pause(100)) {
      assert.equal(server.child.exitCode, null, `${name}: the server exited: ${server.output()}`);
      assert.ok(Date.now() < deadline, `${name}: was not reached: ${server.output()}`);
    }
    server.child.kill('SIGKILL');
    await server.ended;
    await blocker?.end();
  }

  const last = await launch();
  running = last;
  await until(() => last.output().includes('"demo":'));
  const demo = required(readDemoFile(DATA_DIR));
  assert.ok(demo.isWorkedOn);
  const response = await fetch(`${last.url}/v1/lists?account_id=${demo.accountId}&filter[scope]=company`, {
    headers: { 'x-api-key': demo.key },
  });
  assert.equal(response.status, 200, await response.text());
  assert.deepEqual(await queryRows('select count(*)::int as accounts, (select count(*)::int from users) as users from accounts'), [
    { accounts: 1, users: 1 },
  ]);
  assert.deepEqual(await queryRows('select name from tags order by name'), [{ name: 'Customer' }, { name: 'Hot' }]);
  assert.deepEqual(
    readdirSync(DATA_DIR)
      .filter((name) => name !== 'postgres')
      .flatMap((name) => [name, ...filesIn(join(DATA_DIR, name))])
      .filter((name) => /\.(new|password|unfinished|part|tmp)$|\.draft(\.|$)/.test(name)),
    [],
  );
});

function filesIn(path: string): string[] {
  return statSync(path).isDirectory() ? readdirSync(path, { recursive: true, encoding: 'utf8' }) : [];
}

function launch(): Promise<ServerProcess> {
  return launchServerProcess({ DATA_DIR }, ['start', '--json', '--demo-days', String(pastDays)]);
}

/** Locks a table in the database of the current start, not in the one that a killed server left running. */
async function holdTable(table: string, processBefore: number | undefined): Promise<pg.Client> {
  await until(() => ![undefined, processBefore].includes(databaseProcesses(DATA_DIR)[0]));
  const client = await connectWhenReady();
  await client.query('begin');
  await client.query(`lock table ${table} in access exclusive mode`);
  return client;
}

async function connectWhenReady(): Promise<pg.Client> {
  for (const deadline = Date.now() + 60_000; ; await pause(100)) {
    const client = new pg.Client({ connectionString: postgresUrl(DATA_DIR) });
    client.on('error', () => {});
    try {
      await client.connect();
      return client;
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
  }
}

function isBlockedAfter(condition: string): Promise<boolean> {
  return isTrue(`select ${condition} and exists (select from pg_stat_activity where wait_event_type = 'Lock')`);
}

async function isTrue(statement: string): Promise<boolean> {
  try {
    return Object.values(firstOf(await queryRows(statement)))[0] === true;
  } catch {
    // The database or the table does not exist yet.
    return false;
  }
}

/** Reused for all queries, because connecting takes more CPU time than the queries. */
let sharedClient: pg.Client | null = null;
after(() => sharedClient?.end());

async function queryRows(text: string): Promise<Record<string, unknown>[]> {
  if (!sharedClient) {
    const client = new pg.Client({ connectionString: postgresUrl(DATA_DIR) });
    client.on('error', () => {
      sharedClient = null;
    });
    await client.connect();
    sharedClient = client;
  }
  return (await sharedClient.query(text)).rows;
}

async function until(holds: () => boolean) {
  for (const deadline = Date.now() + 120_000; !holds(); await pause(100)) {
    if (Date.now() > deadline) throw new Error(`The condition was not met within two minutes: ${running?.output()}`);
  }
}
