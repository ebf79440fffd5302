import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { mock, test } from 'node:test';
import pg from 'pg';
import { until } from '../../../../tests/kit/events.ts';
import { errorMessage } from '../../lib/error-message.ts';
import { isFileLocked, lockFile, lockFileWithin } from '../../lib/file-lock.ts';
import { required } from '../../lib/required.ts';
import { openDatabase } from '../open-database.ts';
import { claimCluster } from './claim-cluster.ts';
import { describeHolder, findHolder, lockFolder } from './folder-lock.ts';
import { LogFile } from './log-file.ts';
import { memorySettings } from './memory-settings.ts';
import { startPostgres } from './postgres.ts';
import { postgresSocketUrl, writeAddress } from './postgres-address.ts';

const GB = 1024 ** 3;

test('memory settings are a share of the memory, within bounds', () => {
  assert.equal(memorySettings(0.25 * GB).shared_buffers, '64MB');
  assert.equal(memorySettings(8 * GB).shared_buffers, '1024MB');
  assert.equal(memorySettings(512 * GB).shared_buffers, '4096MB');
  assert.equal(memorySettings(8 * GB).effective_cache_size, '4096MB');
});

test('a locked data folder cannot be locked again, whatever its lock file contains', () => {
  const folder = mkdtempSync(join(tmpdir(), 'leadlight-lock-'));
  const path = join(folder, 'owner.lock');
  assert.equal(findHolder(folder), null);
  assert.deepEqual(readdirSync(folder), [], 'finding the holder writes nothing');
  const first = lockFolder(folder, 'server');
  assert.ok('release' in first);
  const holder = { purpose: 'server', pid: process.pid, host: hostname() };
  assert.deepEqual(lockFolder(folder, 'command'), { heldBy: holder });
  assert.deepEqual(findHolder(folder), { heldBy: holder });
  // The pid of a holder in another container does not exist here.
  writeFileSync(path, JSON.stringify({ purpose: 'server', pid: 999_999, host: 'elsewhere' }));
  const second = lockFolder(folder, 'command');
  assert.ok('heldBy' in second);
  assert.equal(describeHolder(second.heldBy), 'process 999999 on elsewhere');
  writeFileSync(path, 'not JSON');
  assert.deepEqual(lockFolder(folder, 'command'), { heldBy: null });
  first.release();
  assert.equal(findHolder(folder), null);
  writeFileSync(path, JSON.stringify(holder));
  const third = lockFolder(folder, 'server');
  assert.ok('release' in third, 'a lock file that is not locked is ignored');
  third.release();
  rmSync(folder, { recursive: true });
});

test('a lock file of version 0.1, which had no kernel lock, is respected until it is deleted', () => {
  const folder = mkdtempSync(join(tmpdir(), 'leadlight-lock-'));
  const path = join(folder, 'owner.lock');
  writeFileSync(path, JSON.stringify({ pid: 13, mark: '4711', purpose: 'server' }));
  for (const purpose of ['server', 'command'] as const)
    assert.throws(() => lockFolder(folder, purpose), /Leadlight 0\.1 \(process 13\) uses this data folder: stop it first/);
  rmSync(path);
  const taken = lockFolder(folder, 'server');
  assert.ok('release' in taken);
  taken.release();
  rmSync(folder, { recursive: true });
});

test('children that inherit a lock hold it until the last of them ends', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'leadlight-lock-'));
  const path = join(folder, 'x');
  const descriptor = required(lockFile(path));
  // The shell passes the lock on to its child; then the shell is killed.
  const shell = spawn('sh', ['-c', 'sleep 60 & echo $!; wait'], { stdio: ['ignore', 'pipe', 'ignore', descriptor] });
  const pid: Buffer = (await once(required(shell.stdout), 'data'))[0];
  closeSync(descriptor);
  shell.kill('SIGKILL');
  await once(shell, 'exit');
  assert.equal(isFileLocked(path), true);
  assert.equal(lockFile(path), null);
  process.kill(Number(pid), 'SIGKILL');
  closeSync(required(await lockFileWithin(path, 10_000), 'lock'));
  rmSync(folder, { recursive: true });
});

test('a database log of more than 20 MB is rotated, and `written` returns only what was logged since the file was opened', () => {
  const folder = mkdtempSync(join(tmpdir(), 'leadlight-log-'));
  const log = new LogFile(join(folder, 'logs'), 'x.log');
  const first = log.open();
  writeFileSync(first.descriptor, 'FATAL: no');
  first.close();
  assert.equal(first.written(), 'FATAL: no');
  const second = log.open();
  assert.equal(second.written(), '');
  writeFileSync(second.descriptor, Buffer.alloc(21 * 1024 * 1024));
  second.close();
  const third = log.open();
  writeFileSync(third.descriptor, 'FATAL: again');
  third.close();
  assert.equal(third.written(), 'FATAL: again');
  assert.deepEqual(readdirSync(join(folder, 'logs')).sort(), ['x.log', 'x.log.1']);
  rmSync(folder, { recursive: true });
});

test('the log of a running database is rotated when it exceeds 20 MB', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'leadlight-postgres-'));
  mock.timers.enable({ apis: ['setInterval'] });
  const postgres = await startPostgres({ folder, onProgress: () => {}, onWarning: assert.fail, durable: false });
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  try {
    const path = join(folder, 'logs/postgres.log');
    writeFileSync(path, Buffer.alloc(21 * 1024 * 1024), { flag: 'a' });
    mock.timers.tick(60_000);
    assert.ok(statSync(`${path}.1`).size > 21 * 1024 * 1024);
    await client.query("do $$ begin raise log 'after the rotation'; end $$");
    assert.match(readFileSync(path, 'utf8'), /^[^\0]{0,200}after the rotation/);
    const { size } = statSync(`${path}.1`);
    mock.timers.tick(60_000);
    assert.equal(statSync(`${path}.1`).size, size, 'a small file is not rotated');
  } finally {
    await client.end();
    await postgres.stop();
    mock.timers.reset();
    rmSync(folder, { recursive: true });
  }
});

test('with a long data folder path, each URL of the socket uses the same descriptor until the folder is replaced', () => {
  const folder = mkdtempSync(join(tmpdir(), `leadlight-${'x'.repeat(100)}-`));
  const cluster = join(folder, 'postgres');
  mkdirSync(cluster);
  writeAddress(folder, { port: 5432, password: 'x' });
  const socketFolder = () => required(new URL(postgresSocketUrl(folder)).searchParams.get('host'));
  const first = socketFolder();
  assert.equal(readlinkSync(first), cluster);
  assert.equal(socketFolder(), first);
  renameSync(cluster, join(folder, 'former'));
  mkdirSync(cluster);
  assert.equal(readlinkSync(socketFolder()), cluster);
  rmSync(folder, { recursive: true });
});

test('a command that is interrupted while its database starts leaves no database running', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'leadlight-postgres-'));
  const exit = mock.method(process, 'exit', () => {});
  const quiet = { databaseUrl: null, onProgress: () => {}, onWarning: () => {} };
  try {
    const opening = openDatabase({ ...quiet, dataDir: folder, purpose: 'command' });
    const ended = opening.catch(errorMessage);
    await until(() => existsSync(join(folder, 'postgres/postmaster.pid')));
    // The test runner handles the other signals.
    process.emit('SIGHUP');
    assert.equal(await ended, 'The command was interrupted.');
    assert.deepEqual(
      exit.mock.calls.map((call) => call.arguments),
      [[1]],
    );
    assert.ok(!existsSync(join(folder, 'postgres/postmaster.pid')));
    assert.equal(findHolder(folder), null);
    assert.equal(process.listenerCount('SIGHUP'), 0);
  } finally {
    exit.mock.restore();
    rmSync(folder, { recursive: true });
  }
});

test('a database left running is shut down if its folder was moved or is reached by a symbolic link, and no other process is', {
  skip: !existsSync('/proc/self/cwd') && 'needs /proc',
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'leadlight-claim-'));
  const cluster = join(folder, 'cluster');
  mkdirSync(cluster);
  writeFileSync(join(cluster, 'PG_VERSION'), '');
  /** Starts a process that looks like a postmaster of the given folder or, with another name, not like one. */
  const startProcess = (cwd: string, argv0 = 'postgres') => {
    const child = spawn('sleep', ['600'], { cwd, argv0, stdio: 'ignore' });
    writeFileSync(join(cluster, 'postmaster.pid'), `${child.pid}\n`);
    return { child, ended: once(child, 'exit') };
  };
  const link = join(folder, 'link');
  symlinkSync(cluster, link);
  const linked = startProcess(cluster);
  closeSync(await claimCluster(link, () => {}));
  assert.deepEqual(await linked.ended, [null, 'SIGINT']);

  const left = startProcess(cluster);
  renameSync(cluster, join(folder, 'moved'));
  closeSync(await claimCluster(join(folder, 'moved'), () => {}));
  assert.deepEqual(await left.ended, [null, 'SIGINT']);

  renameSync(join(folder, 'moved'), cluster);
  for (const { child, ended } of [startProcess(folder), startProcess(cluster, 'sleep')]) {
    writeFileSync(join(cluster, 'postmaster.pid'), `${child.pid}\n`);
    closeSync(await claimCluster(cluster, () => {}));
    assert.equal(child.signalCode, null);
    child.kill('SIGKILL');
    await ended;
  }
  rmSync(folder, { recursive: true });
});

test('if the database cannot be created in a running PostgreSQL, it is stopped again', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'leadlight-postgres-'));
  const start = () => startPostgres({ folder, durable: false, onProgress: () => {}, onWarning: () => {} });
  const postgres = await start();
  const client = new pg.Client({ connectionString: Object.assign(new URL(postgres.url), { pathname: '/postgres' }).href });
  await client.connect();
  await client.query('drop database leadlight with (force)');
  await client.query('alter database template1 rename to other');
  await client.end();
  await postgres.stop();
  await assert.rejects(start(), /template database "template1" does not exist/);
  assert.ok(!existsSync(join(folder, 'postgres/postmaster.pid')));
  rmSync(folder, { recursive: true });
});
