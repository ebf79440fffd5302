import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import pg from 'pg';
import { ArchiveReader } from '../../server/src/db/backup/archive-reader.ts';
import { ArchiveWriter } from '../../server/src/db/backup/archive-writer.ts';
import { createBackup } from '../../server/src/db/backup/create-backup.ts';
import { backupFormat, backupVersion } from '../../server/src/db/backup/manifest.ts';
import { restoreBackup } from '../../server/src/db/backup/restore-backup.ts';
import { postgresUrl } from '../../server/src/db/embedded/postgres-address.ts';
import { firstOf } from '../../server/src/lib/first-of.ts';
import { itemAt } from '../../server/src/lib/item-at.ts';
import { lastOf } from '../../server/src/lib/last-of.ts';
import { waitForExit } from '../../server/src/lib/processes.ts';
import { required } from '../../server/src/lib/required.ts';
import { testDatabase } from '../kit/database.ts';
import { startDatabaseProxy } from '../kit/database-proxy.ts';
import { addresses, callEarlier } from '../kit/earlier.ts';
import { chrome, post, until } from '../kit/events.ts';
import { installedDataDir } from '../kit/installation.ts';
import { databaseProcesses, leadlight, startServerProcess, testDataDir } from '../kit/server-process.ts';
import { v1Client } from '../kit/v1.ts';

const quiet = () => {};

/** Without the company directory, a backup and its restore take less time. The backup of an external database below contains it. */
const deleteDirectory = 'truncate companies, company_domains, company_name_keys, name_words cascade';

/** Contents of a data folder without the lock file, which is never deleted. */
const contents = (folder: string) => readdirSync(folder).filter((name) => name !== 'owner.lock');

async function command(environment: Record<string, string>, ...args: string[]) {
  const { code, stdout, stderr } = await leadlight([...args, '--json'], environment);
  assert.equal(code, 0, stderr);
  return JSON.parse(stdout);
}

async function errorText(environment: Record<string, string>, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await leadlight(args, environment);
  assert.equal(code, 1, stdout);
  assert.equal(stdout, '');
  return lastOf(stderr.trim().split('\n'));
}

test('a backup made while events arrive restores all data and files after the data folder is lost', async () => {
  const first = { DATA_DIR: await installedDataDir(), TRUST_PROXY: 'loopback' };
  const server = await startServerProcess(first);
  await server.ready();
  const client = new pg.Client({ connectionString: postgresUrl(first.DATA_DIR) });
  await client.connect();
  await client.query(deleteDirectory);
  await client.end();
  const account = await command(first, 'account', 'create', '--name', 'Acme', '--plan', 'premium');
  await command(
    first,
    'user',
    'create',
    '--account',
    account.id,
    '--email',
    'a@acme.example',
    '--password',
    'long enough',
    '--role',
    'owner',
  );
  const { token } = await command(first, 'token', 'create', '--user', 'a@acme.example');
  const { key } = await command(first, 'key', 'create', '--user', 'a@acme.example', '--rate', '1000');
  const script = await v1Client(server, { key })(`/v1/web-visits/tracker?account_id=${account.id}`);
  const scriptHash: string = script.body.data.attributes.script_hash;

  const sent: { id: string; requestedAtMs: number; respondedAtMs: number }[] = [];
  const send = async () => {
    const event = { id: randomUUID(), requestedAtMs: Date.now(), respondedAtMs: 0 };
    const ip = itemAt(Object.values(addresses), sent.length % 3);
    const events = [{ id: event.id, kind: 'page_view', occurred_at: Date.now(), url: `https://shop.example/${sent.length}` }];
    const response = await post({
      url: server.url,
      scriptHash,
      events,
      body: { visitor_id: `v${sent.length}` },
      headers: { 'user-agent': chrome, 'x-forwarded-for': ip },
    });
    assert.equal(response.status, 204);
    event.respondedAtMs = Date.now();
    sent.push(event);
  };
  for (let index = 0; index < 30; index++) await send();
  const today = new Date().toISOString().slice(0, 10);
  const exportRequest = await fetch(`${server.url}/export-requests`, {
    method: 'POST',
    headers: { authorization: `Token token=${token}`, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ account_id: account.id, start_date: today, end_date: today, custom_feed_id: 'all_leads' }),
  });
  assert.ok(exportRequest.status < 300, await exportRequest.text());
  const finishedFiles = (folder: string) => (existsSync(folder) ? readdirSync(folder).filter((name) => !name.endsWith('.part')) : []);
  await until(async () => finishedFiles(join(first.DATA_DIR, 'exports')).length > 0);

  let isSending = true;
  const sending = (async () => {
    while (isSending) await send();
  })();
  const file = join(dirname(first.DATA_DIR), 'saved.tar');
  const startedAtMs = Date.now();
  const backup = await command(first, 'backup', file);
  const endedAtMs = Date.now();
  await send();
  isSending = false;
  await sending;
  assert.ok(
    sent.some(({ requestedAtMs }) => requestedAtMs > startedAtMs && requestedAtMs < endedAtMs),
    'events arrived during the backup',
  );
  assert.equal(backup.files, 1);
  assert.match(await errorText(first, 'backup', file), /saved\.tar already exists: choose another name\.$/);

  server.child.kill('SIGKILL');
  await server.ended;
  const exported = firstOf(finishedFiles(join(first.DATA_DIR, 'exports')));
  const exportedBytes = readFileSync(join(first.DATA_DIR, 'exports', exported));
  const second = { ...first, DATA_DIR: testDataDir({ withIpData: false }) };
  assert.match(await errorText(first, 'restore', file), /is not empty .*a restore never overwrites data/);
  // Stops the database that the killed server left running, and deletes its folder.
  const databasePid = Number(readFileSync(join(first.DATA_DIR, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
  process.kill(databasePid, 'SIGQUIT');
  await until(async () => !existsSync(`/proc/${databasePid}`) || !existsSync(join(first.DATA_DIR, 'postgres/postmaster.pid')));
  rmSync(first.DATA_DIR, { recursive: true, force: true });

  const back = await command(second, 'restore', file);
  assert.equal(back.taken_at, backup.taken_at);
  assert.deepEqual(readFileSync(join(second.DATA_DIR, 'exports', exported)), exportedBytes);
  // A backup of the restored state has identical tables. The audit log is excluded, because it records the restore; unlogged tables,
  // because they are empty if PostgreSQL was killed.
  const unlogged = ['request_windows', 'attempt_limits', 'pagination_snapshots', 'pagination_pages'];
  const again = join(dirname(second.DATA_DIR), 'again.tar');
  await command(second, 'backup', again);
  const [before, after] = [await ArchiveReader.open(file), await ArchiveReader.open(again)];
  const checksumsOf = ({ manifest }: ArchiveReader) =>
    manifest.tables
      .filter(({ schema, name }) => schema === 'public' && name !== 'audit_log' && !unlogged.includes(name))
      .map(({ name, rows, sha256 }) => [name, rows, sha256]);
  assert.deepEqual(checksumsOf(after), checksumsOf(before));
  assert.deepEqual(after.manifest.sequences, before.manifest.sequences);
  const rowsOf = (name: string) => required(before.manifest.tables.find((table) => table.name === name)).rows;
  const stored = rowsOf('event_ids') + rowsOf('inbox');
  await before.close();
  await after.close();

  const restored = await startServerProcess(second);
  await restored.ready();
  const entries = await command(second, 'audit', '--account', '0', '--action', 'backup');
  assert.deepEqual(
    entries.map(({ action, subject }: { action: string; subject: { id: string } }) => [action, subject.id]),
    [
      ['backup.made', 'again.tar'],
      ['backup.restored', 'saved.tar'],
    ],
  );
  const call = v1Client(restored, { key });
  const countsOfBothApis = async () => {
    const visits = await call(`/v1/web-visits?account_id=${account.id}&page[size]=100`, {
      body: { start_date: '2020-01-01', end_date: '2030-01-01' },
    });
    const leads = await callEarlier(
      `${restored.url}/accounts/${account.id}/leads?start_date=${today}&end_date=${new Date().toISOString().slice(0, 10)}`,
      { token },
    );
    const companies = await call(`/v1/web-visits/companies?account_id=${account.id}`);
    const sum = companies.body.data.reduce((total: number, row: { attributes: { visits: number } }) => total + row.attributes.visits, 0);
    return {
      visits: required(visits.body.meta.pagination).total_count ?? visits.body.data.length,
      leads: leads.data.length,
      companies: companies.body.data.length,
      sum,
    };
  };
  await until(async () => (await countsOfBothApis()).sum === stored);
  assert.deepEqual(await countsOfBothApis(), { visits: stored, leads: 3, companies: 3, sum: stored });
  const certain = sent.filter(({ respondedAtMs }) => respondedAtMs < startedAtMs).length;
  const possible = sent.filter(({ requestedAtMs }) => requestedAtMs < endedAtMs).length;
  assert.ok(certain <= stored && stored <= possible && possible < sent.length, `${certain} ≤ ${stored} ≤ ${possible} < ${sent.length}`);
});

test('a new backup that is damaged on disk is deleted and reported, and so is one whose verification is aborted', async () => {
  const { url } = await testDatabase();
  const dataDir = testDataDir({ withIpData: false });
  const folder = dirname(dataDir);
  const path = join(folder, 'new.tar');
  const remainingFiles = () => readdirSync(folder).filter((name) => name.startsWith('new.tar'));
  let isDamaged = false;
  const damage = () => {
    const [draft] = remainingFiles();
    if (isDamaged || draft === undefined || statSync(join(folder, draft)).size < 2000) return;
    const file = openSync(join(folder, draft), 'r+');
    // The first entry begins after its header of 512 bytes.
    writeSync(file, Buffer.from([0, 0, 0, 0]), 0, 4, 520);
    closeSync(file);
    isDamaged = true;
  };
  await assert.rejects(createBackup({ url, kind: 'external', dataDir, path, onProgress: damage }), {
    message: /^The new backup .*new\.tar was damaged on disk \(tables\/.* was modified or is missing\) and deleted: check the disk/,
  });
  assert.ok(isDamaged);
  assert.deepEqual(remainingFiles(), []);

  const shutdown = new AbortController();
  const reason = new Error('the server is shutting down');
  let duringVerification: string[] = [];
  const onProgress = (message: string) => {
    if (message !== 'Verifying the backup') return;
    duringVerification = remainingFiles();
    shutdown.abort(reason);
  };
  await assert.rejects(createBackup({ url, kind: 'external', dataDir, path, signal: shutdown.signal, onProgress }), reason);
  assert.match(duringVerification.join(), /^new\.tar\.[0-9a-f]+\.part$/, 'the file has its name only after it was verified');
  assert.deepEqual(remainingFiles(), []);
});

test('damaged, truncated, newer and obsolete backups are rejected without changes; a valid one is restored to an external database', async () => {
  const database = await testDatabase();
  const dataDir = testDataDir({ withIpData: false });
  mkdirSync(join(dataDir, 'ip-data/imports'), { recursive: true });
  writeFileSync(join(dataDir, 'ip-data/imports/mine.csv'), 'x');
  writeFileSync(join(dataDir, 'ip-data/compiled.bin'), 'x');
  // Earlier container images stored the compile cache here.
  mkdirSync(join(dataDir, '.cache/v24'), { recursive: true });
  writeFileSync(join(dataDir, '.cache/v24/compiled'), 'x');
  const path = join(dirname(dataDir), 'whole.tar');
  const { manifest } = await createBackup({ url: database.url, kind: 'external', dataDir, path, onProgress: quiet });
  assert.deepEqual(
    manifest.files.map((file) => file.path),
    ['ip-data/imports/mine.csv'],
  );
  assert.deepEqual(
    readdirSync(dirname(path)).filter((name) => name.includes('.part')),
    [],
  );

  const empty = testDataDir({ withIpData: false });
  const restore = (from: string, databaseUrl: string | null = null) =>
    restoreBackup({ path: from, dataDir: empty, databaseUrl, onProgress: quiet });
  const corrupted = join(dirname(path), 'corrupted.tar');
  copyFileSync(path, corrupted);
  const bytes = readFileSync(corrupted);
  const middle = Math.floor(bytes.length / 2);
  bytes[middle] = itemAt(bytes, middle) ^ 1;
  writeFileSync(corrupted, bytes);
  await assert.rejects(restore(corrupted), /is damaged/);
  copyFileSync(path, corrupted);
  truncateSync(corrupted, middle);
  await assert.rejects(restore(corrupted), /is damaged \(it ends early\)/);
  writeFileSync(corrupted, 'no backup at all');
  await assert.rejects(restore(corrupted), /is not a backup of Leadlight/);
  await assert.rejects(restore(join(empty, 'nothing.tar')), /There is no file/);
  const inside = { url: database.url, kind: 'external', dataDir, path: join(dataDir, 'inside.tar'), onProgress: quiet } as const;
  await assert.rejects(createBackup(inside), /is inside the data folder, so the backup would be lost with it: choose a folder outside/);

  const newer = join(dirname(path), 'newer.tar');
  const writer = await ArchiveWriter.create(newer, new Date(), 'test');
  const migrations = [...manifest.migrations, { name: '9999-from-tomorrow', checksum: 'x' }];
  await writer.finish({ ...manifest, version: backupVersion, format: backupFormat, tables: [], files: [], migrations });
  await writer.publish();
  await assert.rejects(restore(newer), /newer than this program: it has the migration "9999-from-tomorrow"/);

  const obsolete = join(dirname(path), 'obsolete.tar');
  const obsoleteWriter = await ArchiveWriter.create(obsolete, new Date(), 'test');
  const obsoleteMigrations = ['0001-placement', '0002-directory'].map((name) => ({ name, checksum: 'x' }));
  await obsoleteWriter.finish({
    ...manifest,
    version: backupVersion,
    format: backupFormat,
    tables: [],
    files: [],
    migrations: obsoleteMigrations,
  });
  await obsoleteWriter.publish();
  await assert.rejects(
    restore(obsolete),
    /written by a Leadlight version before 0\.2\.0, or by an unreleased version, which this version cannot upgrade/,
  );
  assert.deepEqual(contents(empty), []);

  await database.pool.query("insert into accounts (id, name, plan, timezone, created_at) values (1, 'x', 'trial', 'UTC', now())");
  await assert.rejects(restore(path, database.url), /The database contains accounts/);
  assert.deepEqual(contents(empty), []);

  // A backup is restored to an external database without accounts, even if the data folder contains a compile cache.
  const other = await testDatabase();
  mkdirSync(join(empty, '.cache/v24'), { recursive: true });
  writeFileSync(join(empty, '.cache/v24/compiled'), 'x');
  writeFileSync(join(empty, 'notes.txt'), 'x');
  await assert.rejects(restore(path, other.url), /is not empty \(it contains notes\.txt\), and a restore never overwrites data/);
  rmSync(join(empty, 'notes.txt'));
  const partitions = async ({ pool }: typeof other) =>
    (await pool.query("select relname, reloptions from pg_class where relname ~ '^visits_[0-9]{4}_[0-9]{2}$' order by 1")).rows;
  const partitionsBefore = await partitions(database);
  assert.ok(partitionsBefore.length > 0);
  for (const { relname } of partitionsBefore) await other.pool.query(`drop table ${relname}`);
  const structure = async ({ pool }: typeof other) => {
    const { rows: indexes } = await pool.query("select indexdef from pg_indexes where schemaname = 'public' order by 1");
    const { rows: constraints } = await pool.query(
      "select conrelid::regclass::text, conname, pg_get_constraintdef(oid), convalidated from pg_constraint where connamespace = 'public'::regnamespace order by 1, 2",
    );
    return { indexes, constraints };
  };
  await restore(path, other.url);
  assert.deepEqual(await partitions(other), partitionsBefore);
  assert.deepEqual(await structure(other), await structure(database), 'indexes and foreign keys are created again');
  // Row counts are correct even if the database sends them some time after the last row.
  const copyDone = Buffer.from([0x63, 0, 0, 0, 4]);
  const again = await createBackup({
    url: (await startDatabaseProxy(other.url, { delayAfter: copyDone })).url,
    kind: 'external',
    dataDir: empty,
    path: join(dirname(path), 'again.tar'),
    onProgress: quiet,
  });
  assert.deepEqual(again.manifest.tables, manifest.tables);
  assert.deepEqual(again.manifest.files, manifest.files);
});

/** The moments at which a restore is killed, as code that runs before it. */
const killed = {
  'while PostgreSQL creates its files': "setInterval(() => existsSync(join(dataDir, 'restoring/postgres.new/base')) && kill(), 1);",
  'while tables are restored': "onProgress = (message) => message.startsWith('Restoring') && kill();",
  'while files are moved into place':
    'const { renameSync } = fs; fs.renameSync = (from, to) => { renameSync(from, to); if (dirname(to) === dataDir) kill(); };',
};

test('a restore killed at any moment can be repeated, and none leaves a database running', async () => {
  const database = await testDatabase();
  await database.pool.query(deleteDirectory);
  const sourceDir = testDataDir({ withIpData: false });
  mkdirSync(join(sourceDir, 'ip-data/imports'), { recursive: true });
  writeFileSync(join(sourceDir, 'ip-data/imports/mine.csv'), 'x');
  await database.pool.query("insert into accounts (id, name, plan, timezone, created_at) values (1, 'x', 'trial', 'UTC', now())");
  const path = join(dirname(sourceDir), 'whole.tar');
  const { manifest } = await createBackup({ url: database.url, kind: 'external', dataDir: sourceDir, path, onProgress: quiet });
  const dataDir = testDataDir({ withIpData: false });
  const restoring = join(dataDir, 'restoring');
  const started: number[] = [];
  const restoreWith = async (setup: string) => {
    const script = `import fs, { existsSync } from 'node:fs'; import { syncBuiltinESMExports } from 'node:module'; import { dirname, join } from 'node:path';
      const dataDir = ${JSON.stringify(dataDir)}; const kill = () => process.kill(process.pid, 'SIGKILL'); let onProgress = () => {};
      ${setup} syncBuiltinESMExports();
      const { restoreBackup } = await import(${JSON.stringify(new URL('../../server/src/db/backup/restore-backup.ts', import.meta.url).href)});
      await restoreBackup({ path: ${JSON.stringify(path)}, dataDir, databaseUrl: null, onProgress: (message) => onProgress(message) });`;
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', script], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    return once(child, 'exit');
  };
  for (const [moment, setup] of Object.entries(killed)) {
    assert.deepEqual(await restoreWith(setup), [null, 'SIGKILL'], moment);
    started.push(...databaseProcesses(restoring));
    assert.ok(!existsSync(join(dataDir, 'postgres')), moment);
  }
  assert.ok(started.length > 0);
  const restore = () => restoreBackup({ path, dataDir, databaseUrl: null, onProgress: quiet });
  // The last one has already moved a file into place, and such a file may be anything.
  await assert.rejects(
    restore(),
    /is not empty \(it contains database\.json\), and a restore never overwrites data: set DATA_DIR to an empty folder/,
  );
  for (const pid of started) assert.ok(await waitForExit(pid, 0), 'no database is left running');
  assert.deepEqual(contents(dataDir), ['database.json']);
  rmSync(join(dataDir, 'database.json'));
  const interrupt = "onProgress = (message) => message.startsWith('Restoring') && process.kill(process.pid, 'SIGINT');";
  assert.deepEqual(await restoreWith(interrupt), [1, null]);
  assert.deepEqual([contents(dataDir), databaseProcesses(restoring)], [[], []], 'an interrupted restore leaves nothing behind');
  assert.deepEqual((await restore()).tables, manifest.tables);
  assert.deepEqual(contents(dataDir).sort(), ['database.json', 'ip-data', 'logs', 'postgres']);
});

test('a restore into an external database that cannot put its files into place leaves the database empty and can be repeated', async () => {
  const [source, target] = [await testDatabase(), await testDatabase()];
  await source.pool.query(deleteDirectory);
  await source.pool.query("insert into accounts (id, name, plan, timezone, created_at) values (1, 'x', 'trial', 'UTC', now())");
  // A scheduled backup contains its own job.
  await source.pool.query("select graphile_worker.add_job('back-up')");
  const sourceDir = testDataDir({ withIpData: false });
  writeFileSync(join(sourceDir, 'secret-key.txt'), 'x');
  const path = join(dirname(sourceDir), 'external.tar');
  await createBackup({ url: source.url, kind: 'external', dataDir: sourceDir, path, onProgress: quiet });
  const dataDir = testDataDir({ withIpData: false });
  const file = join(dataDir, 'secret-key.txt');
  const countRows = async (table: string) => (await target.pool.query(`select count(*)::int as rows from ${table}`)).rows[0].rows;
  const inTheWay = (message: string) => {
    if (message === 'Creating indexes') writeFileSync(file, 'another');
  };
  const restore = (onProgress: (message: string) => void) => restoreBackup({ path, dataDir, databaseUrl: target.url, onProgress });
  await assert.rejects(restore(inTheWay), /secret-key\.txt was created during the restore and was not overwritten/);
  assert.equal(await countRows('accounts'), 0);
  rmSync(file);
  await restore(quiet);
  assert.equal(await countRows('accounts'), 1);
  assert.equal(await countRows('graphile_worker._private_jobs'), 0);
  assert.equal(readFileSync(file, 'utf8'), 'x');
});
