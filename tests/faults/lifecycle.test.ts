import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { findHolder } from '../../server/src/db/embedded/folder-lock.ts';
import { postgresUrl } from '../../server/src/db/embedded/postgres-address.ts';
import { refuseFormerMigrations } from '../../server/src/db/migrate.ts';
import { isFileLocked } from '../../server/src/lib/file-lock.ts';
import { firstOf } from '../../server/src/lib/first-of.ts';
import { freePort } from '../../server/src/lib/free-port.ts';
import { portOf } from '../../server/src/lib/port-of.ts';
import { required } from '../../server/src/lib/required.ts';
import { processConnections } from '../../server/src/worker/database-connections.ts';
import { defaultThreads } from '../../server/src/worker/default-threads.ts';
import { testDatabase } from '../kit/database.ts';
import { until } from '../kit/events.ts';
import { installedDataDir } from '../kit/installation.ts';
import {
  databaseProcesses,
  launchServerProcess,
  leadlight,
  type ServerProcess,
  startServerProcess,
  testDataDir,
} from '../kit/server-process.ts';

const root = join(import.meta.dirname, '../..');

let running: ServerProcess | null = null;
after(() => running?.stop());

/** Shared by tests that need no new folder: creating a database takes longer than the tests. */
const DATA_DIR = await installedDataDir();

/** Many, to test that the embedded database allows them. */
const databaseConnections = 60;

/** Returns the server on the shared folder: the one left running by an earlier test, or a new one. */
async function runningServer({ within }: { within?: string[] } = {}): Promise<ServerProcess> {
  const hasExited = running === null || running.child.exitCode !== null || running.child.signalCode !== null;
  const environment = { DATA_DIR, DATABASE_CONNECTIONS: String(databaseConnections) };
  if (hasExited) running = await launchServerProcess(environment, undefined, within);
  await required(running).ready();
  return required(running);
}

/** Creates an account on the running server with the command. */
async function newAccount(): Promise<{ accountId: string; scriptHash: string }> {
  const { stdout } = await leadlight(['account', 'create', '--name', 'Acme', '--plan', 'premium', '--json'], { DATA_DIR });
  const { id } = JSON.parse(stdout);
  const row = firstOf(await query('select script_hash from tracking_scripts where account_id = $1', [id]));
  return { accountId: id, scriptHash: String(row.script_hash) };
}

let shared: ReturnType<typeof newAccount> | null = null;

/** Returns an account that is shared by the tests that do not count events. */
function sharedAccount() {
  shared ??= newAccount();
  return shared;
}

async function query(text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  const { port, password } = JSON.parse(readFileSync(join(DATA_DIR, 'database.json'), 'utf8'));
  const client = new pg.Client({ host: '127.0.0.1', port, password, user: 'leadlight', database: 'leadlight' });
  await client.connect();
  try {
    return (await client.query(text, values)).rows;
  } finally {
    await client.end();
  }
}

async function postPageView(server: ServerProcess, scriptHash: string): Promise<{ id: string; status: number }> {
  const id = randomUUID();
  const event = { id, kind: 'page_view', occurred_at: Date.now(), url: 'https://acme.example/' };
  const response = await fetch(`${server.url}/collect`, {
    method: 'POST',
    headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0' },
    body: JSON.stringify({ script_hash: scriptHash, events: [event] }),
  });
  return { id, status: response.status };
}

test('a server protects its secrets, allows commands but no second server while it runs, finishes requests before it stops, and restarts with its data', async () => {
  const first = await runningServer();

  assert.equal(statSync(join(DATA_DIR, 'database.json')).mode & 0o777, 0o600);
  assert.deepEqual(await query("select current_setting('data_checksums') as sums, current_setting('listen_addresses') as addresses"), [
    { sums: 'on', addresses: '127.0.0.1' },
  ]);
  const { allowed } = firstOf(await query("select current_setting('max_connections')::int as allowed"));
  const needed = processConnections(databaseConnections, defaultThreads());
  assert.ok(Number(allowed) >= needed + 50, `${allowed} connections are allowed, and the server needs ${needed}`);
  assert.ok(existsSync(join(DATA_DIR, 'logs/postgres.log')));
  // Other workers recognize live job runners by these locks.
  await until(
    async () => (await query("select 1 from pg_locks where locktype = 'advisory' and classid = 7465222 and granted")).length >= 2,
  );

  const { accountId, scriptHash } = await newAccount();
  const { id, status } = await postPageView(first, scriptHash);
  assert.equal(status, 204);

  const second = await startServerProcess({ DATA_DIR });
  assert.equal(await second.ended, 1);
  assert.match(
    second.output(),
    /^Another Leadlight server \(process \d+\) is using the data folder .+: stop it, or set DATA_DIR to another folder\.\n$/,
  );

  const postgres = firstOf(databaseProcesses(DATA_DIR));
  process.kill(postgres, 'SIGSTOP');
  const doctor = await leadlight(['doctor'], { DATA_DIR });
  process.kill(postgres, 'SIGCONT');
  assert.equal(doctor.code, 1);
  assert.match(doctor.stdout, /✗ Database: process \d+ uses .+, but its database cannot be reached from here\n/);

  assert.match(await stopDuringRequest(first), /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 204/, 'the request in flight is finished');
  assert.equal(await first.ended, 0);
  assert.deepEqual(databaseProcesses(DATA_DIR), []);

  await runningServer();
  const rows = await query('select event_id from event_ids where account_id = $1 union all select null from inbox where account_id = $1', [
    accountId,
  ]);
  assert.equal(rows.length, 1);
  assert.ok(firstOf(rows).event_id === null || firstOf(rows).event_id === id);
});

/** Runs a program whose output cannot be written, as on a full disk. */
const onFullDisk = existsSync('/dev/full') ? ['sh', '-c', 'exec "$@" > /dev/full 2>&1', 'sh'] : [];

test('a killed server loses no acknowledged event, and the next one, which cannot write its log, takes over its database', async () => {
  const killed = await runningServer();
  const { accountId, scriptHash } = await newAccount();
  const posted = await Promise.all(Array.from({ length: 50 }, () => postPageView(killed, scriptHash)));
  killed.child.kill('SIGKILL');
  await killed.ended;
  assert.equal(databaseProcesses(DATA_DIR).length, 1, 'the test requires that the database outlives the killed server');

  await runningServer({ within: onFullDisk });
  const accepted = posted.filter(({ status }) => status === 204).map(({ id }) => id);
  assert.equal(accepted.length, 50);
  const deadline = Date.now() + 200_000;
  let stored: string[] = [];
  while (stored.length < accepted.length && Date.now() < deadline) {
    stored = (await query('select event_id from event_ids where account_id = $1', [accountId])).map(({ event_id }) => String(event_id));
    await pause(100);
  }
  assert.deepEqual(stored.sort(), accepted.sort());
});

test('a database that dies is restarted while the server keeps running', async () => {
  const server = await runningServer();
  const { scriptHash } = await sharedAccount();
  const pid = firstOf(databaseProcesses(DATA_DIR));
  process.kill(pid, 'SIGKILL');
  // The remaining processes of the killed database may still store events, so the test waits for the new database.
  await until(async () => ![undefined, pid].includes(databaseProcesses(DATA_DIR)[0]));
  const statuses = new Set<number>();
  await until(async () => {
    const { status } = await postPageView(server, scriptHash);
    statuses.add(status);
    return status === 204;
  });
  assert.deepEqual(
    [...statuses].filter((status) => status !== 204 && status !== 503),
    [],
  );
});

test('a server stopped during long queries cancels them after its grace period and leaves no process behind', async () => {
  const server = await runningServer();
  const { accountId, scriptHash } = await newAccount();
  const email = `long-${accountId}@example.com`;
  await leadlight(['user', 'create', '--account', accountId, '--email', email], { DATA_DIR }, 'several unrelated words\n');
  const { key } = JSON.parse((await leadlight(['key', 'create', '--user', email, '--json'], { DATA_DIR })).stdout);
  const blocker = new pg.Client({ connectionString: postgresUrl(DATA_DIR) });
  blocker.on('error', () => {});
  await blocker.connect();
  await blocker.query('begin');
  // Every statement that needs these tables now blocks.
  await blocker.query('lock table api_keys, visits in access exclusive mode');
  assert.equal((await postPageView(server, scriptHash)).status, 204);
  const requests = Array.from({ length: 4 }, () =>
    fetch(`${server.url}/v1/lists?account_id=${accountId}`, { headers: { 'x-api-key': key } }).then(
      ({ status }) => status,
      () => null,
    ),
  );
  // Two statements wait: one is shared by the requests, the other belongs to the pipeline.
  await until(async () => {
    const row = firstOf(await query("select count(*)::int as waiting from pg_stat_activity where wait_event_type = 'Lock'"));
    return Number(row.waiting) >= 2;
  });
  server.child.kill('SIGTERM');
  assert.equal(await server.ended, 0, server.output());
  assert.deepEqual(databaseProcesses(DATA_DIR), []);
  assert.equal(isFileLocked(join(DATA_DIR, 'postgres/PG_VERSION')), false, 'a database process is left');
  for (const status of await Promise.all(requests)) assert.ok(status === null || status === 503, `responded with ${status}`);
});

test('problems that prevent a start are reported in one sentence', async () => {
  const takenPort = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => takenPort.once('listening', resolve));
  const port = portOf(takenPort);
  const file = join(testDataDir({ withIpData: false }), 'a file');
  writeFileSync(file, '');
  const cases: [Record<string, string>, RegExp][] = [
    [
      { DATA_DIR: testDataDir({ withIpData: false }), PORT: String(port), HOST: '127.0.0.1' },
      /^Port \d+ is taken by another program: stop it, or set PORT to a free one\.\n$/,
    ],
    [{ DATA_DIR: '/proc/leadlight' }, /^The data folder \/proc\/leadlight is not writable \(.+\): set DATA_DIR to a writable folder\.\n$/],
    [{ DATA_DIR: join(file, 'below') }, /^The data folder .+ is not writable \(a part of the path is a file\): .+\n$/],
    [
      { DATABASE_URL: 'postgres://me:secret@127.0.0.1:1/none' },
      /^The database at 127\.0\.0\.1:1\/none cannot be reached \(.+\): check DATABASE_URL and that the database is running\.\n$/,
    ],
    [{ PORT: 'abc' }, /^PORT must be a port number from 1 to 65535; found "abc"\.\n$/],
  ];
  const tries = cases.map(async ([environment, sentence]) => {
    const server = await startServerProcess({ DATA_DIR: testDataDir({ withIpData: false }), ...environment });
    assert.equal(await server.ended, 1);
    assert.match(server.output(), sentence);
  });
  await Promise.all(tries);
  takenPort.close();
});

test('a start that fails in its last step stops its database', async () => {
  const folder = testDataDir();
  mkdirSync(join(folder, 'set-up-link.txt'));
  const server = await startServerProcess({ DATA_DIR: folder });
  assert.equal(await server.ended, 1);
  assert.match(server.output(), /EISDIR|directory/);
  assert.deepEqual(databaseProcesses(folder), []);
});

test('a database newer than the program is rejected', async () => {
  const { url, pool } = await testDatabase();
  await pool.query("insert into migrations (name, checksum) values ('9999-from-the-future', 'x')");
  const server = await startServerProcess({ DATABASE_URL: url, DATA_DIR: testDataDir() });
  assert.equal(await server.ended, 1);
  assert.match(server.output(), /The database is newer than this program: it has the migration "9999-from-the-future".+\n$/);
});

test('a database with the migrations of 0.2.0 is rejected and not changed', async () => {
  const { url, pool } = await testDatabase();
  await pool.query('delete from migrations');
  await pool.query("insert into migrations (name, checksum) values ('0001-placement', 'x'), ('0239-backup-runs', 'x')");
  const server = await startServerProcess({ DATABASE_URL: url, DATA_DIR: testDataDir() });
  assert.equal(await server.ended, 1);
  assert.match(
    server.output(),
    /The data was written by a Leadlight version before 0\.2\.0, or by an unreleased version, which this version cannot upgrade: back it up .+ with a new DATA_DIR .+\n$/,
  );
  const { rows } = await pool.query('select name from migrations order by name');
  assert.deepEqual(
    rows.map(({ name }) => name),
    ['0001-placement', '0239-backup-runs'],
  );
  assert.throws(
    () => refuseFormerMigrations([{ name: '0041-import-mappings' }]),
    /or by an unreleased version, which this version cannot upgrade/,
  );
});

// SIGINT is not tested, because npm forwards it like SIGTERM.
for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
  test(`the server and its database stop when the npm start process gets ${signal}`, async () => {
    assert.deepEqual(databaseProcesses(DATA_DIR), [], 'the server of an earlier test is still running');
    const PORT = String(await freePort());
    const npm = spawn('npm', ['start', '--', '--no-demo'], {
      cwd: root,
      env: { ...process.env, DATA_DIR, PORT, METRICS_PORT: '0' },
      stdio: 'ignore',
    });
    try {
      const isReady = () =>
        fetch(`http://127.0.0.1:${PORT}/readyz`).then(
          (response) => response.ok,
          () => false,
        );
      await until(isReady);
      assert.equal(databaseProcesses(DATA_DIR).length, 1);
      npm.kill(signal);
      await until(async () => databaseProcesses(DATA_DIR).length === 0 && findHolder(DATA_DIR) === null);
    } finally {
      npm.kill('SIGTERM');
    }
  });
}

/** Stops a server that has read half of a request, and returns its response to the completed request. */
async function stopDuringRequest(server: ServerProcess): Promise<string> {
  const { scriptHash } = await sharedAccount();
  const body = JSON.stringify({
    script_hash: scriptHash,
    events: [{ id: randomUUID(), kind: 'page_view', occurred_at: Date.now(), url: 'https://acme.example/' }],
  });
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  let response = '';
  socket.on('data', (chunk) => {
    response += chunk;
  });
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.write(
    `POST /collect HTTP/1.1\r\nHost: x\r\nUser-Agent: Mozilla/5.0\r\nExpect: 100-continue\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body.slice(0, 20)}`,
  );
  await until(async () => response.includes('100 Continue'));
  server.child.kill('SIGTERM');
  await until(async () => server.output().includes('Stopping'));
  await until(() => refusesConnections(server));
  socket.write(body.slice(20));
  await closed;
  return response;
}

/** Returns whether the server refuses new connections, as it does while it stops. */
function refusesConnections({ url }: ServerProcess): Promise<boolean> {
  return fetch(`${url}/healthz`).then(
    () => false,
    () => true,
  );
}
