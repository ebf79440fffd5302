import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { createBackup } from '../../server/src/db/backup/create-backup.ts';
import { connect } from '../../server/src/db/connect.ts';
import { errorCode } from '../../server/src/lib/error-code.ts';
import { firstOf } from '../../server/src/lib/first-of.ts';
import { required } from '../../server/src/lib/required.ts';
import { testAccountBinding, testDatabase } from '../kit/database.ts';
import { startDatabaseProxy } from '../kit/database-proxy.ts';
import { pageView, post, until } from '../kit/events.ts';
import { copyInstallation } from '../kit/installation.ts';
import { leadlight, startServerProcess } from '../kit/server-process.ts';
import { startTestService } from '../kit/service.ts';

/** Mounts a small disk that a test can fill. Returns null if the user or the container is not allowed to mount disks. */
function mountSmallDisk(megabytes: number): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'leadlight-disk-'));
  chmodSync(folder, 0o755);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    rmSync(folder, { recursive: true });
    return null;
  }
  after(() => {
    execFileSync('umount', ['--lazy', folder], { stdio: 'ignore' });
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

const smallDiskFolder = mountSmallDisk(900);
const noDisk = smallDiskFolder === null && 'this user or container is not allowed to mount disks';

test('on a full disk, new events are rejected with 503 and acknowledged ones are not lost; with free space, events are accepted again', {
  skip: noDisk,
}, async () => {
  const disk = required(smallDiskFolder);
  const dataDir = join(disk, 'data');
  mkdirSync(dataDir);
  await copyInstallation(dataDir);
  const server = await startServerProcess({ DATA_DIR: dataDir, LOG_LEVEL: 'fatal', COLLECT_RATE: '1000000' });
  await server.ready();
  const { stdout } = await leadlight(['account', 'create', '--name', 'Acme', '--plan', 'premium', '--json'], { DATA_DIR: dataDir });
  const accountId: string = JSON.parse(stdout).id;
  const scriptHash = String(
    firstOf(await query(dataDir, 'select script_hash from tracking_scripts where account_id = $1', [accountId])).script_hash,
  );
  const acknowledged: string[] = [];
  const statuses = new Set<number>();
  // Large events fill the remaining space quickly.
  const send = async () => {
    const events = Array.from({ length: 20 }, () => pageView({ url: `https://shop.example/${'x'.repeat(1500)}${Math.random()}` }));
    const response = await post({ url: server.url, scriptHash, events, body: { visitor_id: `person-${statuses.size}` } });
    statuses.add(response.status);
    if (response.status === 204) acknowledged.push(...events.map(({ id }) => id));
    else
      assert.ok(response.status === 503 && Number(response.headers.get('retry-after')) > 0, `${response.status} ${await response.text()}`);
    return response.status;
  };
  assert.equal(await send(), 204);
  const filler = join(disk, 'filler');
  const fill = () => {
    const { bavail, bsize } = statfsSync(disk);
    try {
      writeFileSync(filler, Buffer.alloc(Math.max(0, bavail * bsize - 256 * 1024), 1), { flag: 'a' });
    } catch (error) {
      // The database has taken the rest of the space in the meantime.
      if (errorCode(error) !== 'ENOSPC') throw error;
    }
  };
  fill();
  for (const deadline = Date.now() + 200_000; (await send()) !== 503; fill()) assert.ok(Date.now() < deadline, 'the disk never got full');
  assert.equal((await fetch(`${server.url}/healthz`)).status, 200, 'the process stays up on a full disk');
  rmSync(filler);
  await until(async () => (await send()) === 204);
  assert.deepEqual([...statuses].sort(), [204, 503]);
  await until(async () => Number(firstOf(await query(dataDir, 'select count(*) as left from inbox')).left) === 0);
  const stored = await query(dataDir, 'select event_id from event_ids where account_id = $1', [accountId]);
  const ids = new Set(stored.map(({ event_id }) => event_id));
  assert.deepEqual(
    acknowledged.filter((id) => !ids.has(id)),
    [],
    'acknowledged events are lost',
  );
});

test('a data folder on a read-only disk is reported in one sentence at startup', { skip: noDisk }, async () => {
  const folder = required(mountSmallDisk(8));
  execFileSync('mount', ['-o', 'remount,ro', folder]);
  const server = await startServerProcess({ DATA_DIR: join(folder, 'data') });
  assert.equal(await server.ended, 1);
  assert.match(server.output(), /^The data folder .+ is not writable \(its disk is read-only\): .+\n$/);
});

test('while the database is read-only, the tracker is served and events get 503; afterwards, events are accepted again', async () => {
  const database = await testDatabase();
  const proxy = await startDatabaseProxy(database.url);
  const proxied = connect(proxy.url, { connections: 6, name: 'faults', onError: () => {}, accountBinding: testAccountBinding() });
  after(() => proxied.close());
  const service = await startTestService({ connection: proxied });
  const account = await service.newAccount();
  const name = new URL(database.url).pathname.slice(1);
  const setReadOnly = async (setting: 'on' | 'off') => {
    // Bypasses the proxy, like an operator with direct access to the database.
    await database.pool.query('set default_transaction_read_only = off');
    await database.pool.query(`alter database ${name} set default_transaction_read_only = ${setting}`);
    proxy.disconnect();
    await pause(50);
    proxy.restore();
  };
  const send = async () => (await post({ url: service.url, scriptHash: account.scriptHash })).status;
  assert.equal(await send(), 204);
  await setReadOnly('on');
  assert.equal(await send(), 503);
  const script = await fetch(`${service.url}/t/${account.scriptHash}.js`);
  assert.equal(script.status, 200, 'the tracker is still served');
  await setReadOnly('off');
  assert.equal(await send(), 204);
  await service.drain();
  const { rows } = await database.pool.query('select count(*)::int as count from event_ids where account_id = $1', [account.accountId]);
  assert.equal(rows[0].count, 2);
});

async function query(dataDir: string, text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  const { port, password } = JSON.parse(readFileSync(join(dataDir, 'database.json'), 'utf8'));
  const client = new pg.Client({ host: '127.0.0.1', port, password, user: 'leadlight', database: 'leadlight' });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(text, values)).rows;
  } finally {
    await client.end();
  }
}

const tinyDisk = mountSmallDisk(24);

test('a restore onto a full disk fails with one sentence and leaves no files behind', { skip: noDisk }, async () => {
  const { url } = await testDatabase();
  const source = mkdtempSync(join(tmpdir(), 'leadlight-source-'));
  after(() => rmSync(source, { recursive: true, force: true }));
  mkdirSync(join(source, 'data'));
  const path = join(source, 'whole.tar');
  await createBackup({ url, kind: 'external', dataDir: join(source, 'data'), path, onProgress: () => {} });
  const dataDir = join(required(tinyDisk), 'data');
  const { code, stdout, stderr } = await leadlight(['restore', path], { DATA_DIR: dataDir });
  assert.equal(code, 1, stdout);
  assert.equal(
    stderr.trim().split('\n').at(-1),
    `The disk that holds the data folder ${dataDir} is full: nothing was restored. Free some space, or set DATA_DIR to another disk.`,
  );
  assert.ok(!/^ {4}at /m.test(stderr), stderr);
  assert.deepEqual(
    readdirSync(dataDir).filter((name) => !name.startsWith('owner.lock')),
    [],
  );
});
