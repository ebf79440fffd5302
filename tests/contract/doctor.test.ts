import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, cpSync, lstatSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { portOf } from '../../server/src/lib/port-of.ts';
import { required } from '../../server/src/lib/required.ts';
import { testDatabase } from '../kit/database.ts';
import { leadlight, testDataDir } from '../kit/server-process.ts';

const database = await testDatabase();
const environment = { DATABASE_URL: database.url, DATA_DIR: testDataDir() };

test('doctor finds no problems in a healthy installation', async () => {
  const { code, stdout } = await leadlight(['doctor', '--json'], environment);
  const { healthy, findings } = JSON.parse(stdout);
  assert.equal(healthy, true, stdout);
  assert.equal(code, 0);
  assert.deepEqual(
    findings.map(({ check, warning }: { check: string; warning?: boolean }) => (warning ? `${check} (warning)` : check)),
    [
      'Versions',
      'Data folder',
      'Disk',
      'IP data',
      'Database',
      'Schema',
      'Row-level security',
      'Clock',
      'Queue',
      'Jobs',
      'Backup (warning)',
    ],
  );
});

test('doctor reports problems and how to fix them, and writes nothing', async () => {
  await database.pool.query('alter table tags disable row level security; drop policy own_account on lists');
  await database.pool.query('alter table api_keys disable row level security; create policy open on notes using (true)');
  await database.pool.query(
    "insert into inbox (account_id, id, lane, received_at, events, body) values (1, 1, 0, now() - interval '1 hour', 1, '{}')",
  );
  await database.pool.query(
    `insert into backup_runs (id, started_at, finished_at, is_scheduled, path, bytes)
     values (1, '2026-01-02 03:04:05Z', '2026-01-02 03:05:05Z', true, '/backups/x.tar', 1)`,
  );
  await database.pool.query("update backup_runs set started_at = now() - interval '40 days', finished_at = now() - interval '40 days'");
  const monthly = { ...environment, BACKUP_EVERY: '31d', BACKUP_DIR: '/backups' };
  assert.match((await leadlight(['doctor'], monthly)).stdout, /✓ Backup: /, 'not old before twice the interval');
  rmSync(join(environment.DATA_DIR, 'ip-data'), { recursive: true });
  const { code, stdout } = await leadlight(['doctor'], environment);
  assert.equal(code, 1);
  assert.match(
    stdout,
    /✗ Row-level security: the table api_keys .+; the table lists has no policy, .+; the table tags .+; the policy open of the table notes is not .+\n {4}Run "npx leadlight migrate"/,
  );
  assert.match(stdout, /✗ Queue: 1 requests waiting, the oldest for 36\d\d s\n {4}Make sure that a server with the role worker is running/);
  assert.match(stdout, /✗ IP data: .+ the compiled table in .+ is missing or out of date\n {4}Restart the service/);
  assert.match(stdout, /! Backup: the last one is from \d{4}-\d\d-\d\dT\d\d:\d\dZ\n {4}Set BACKUP_EVERY, or run: npx leadlight backup/);
  assert.deepEqual(readdirSync(environment.DATA_DIR), [], 'doctor must write nothing');
});

test('doctor counts a running job as waiting, and says once what to do about a database newer than the program', async () => {
  const { url, pool } = await testDatabase();
  await pool.query("select graphile_worker.add_job('mail', max_attempts => 1)");
  await pool.query('update graphile_worker._private_jobs set attempts = 1, locked_at = now()');
  await pool.query("insert into migrations (name, checksum) values ('9999-from-the-future', 'x')");
  const { stdout } = await leadlight(['doctor'], { ...environment, DATABASE_URL: url });
  assert.match(stdout, /✓ Jobs: 1 waiting, 0 failed permanently/);
  assert.match(stdout, /✗ Schema: The database is newer than this program: .+ Start the newer version of Leadlight\.\n[✓✗!]/);
});

test('doctor reports problems with the data folder', async () => {
  const doctor = async (DATA_DIR: string) => (await leadlight(['doctor'], { ...environment, DATA_DIR })).stdout;
  const parent = dirname(testDataDir({ withIpData: false }));
  writeFileSync(join(parent, 'file'), '');
  assert.match(await doctor(join(parent, 'file')), /✗ Data folder: .+ is not a folder\n {4}Set DATA_DIR to a folder/);
  const none = await doctor(join(parent, 'none'));
  assert.match(none, /✗ Data folder: the folder .+ does not exist yet/);
  assert.doesNotMatch(none, /ENOENT/);
  assert.match(await doctor('/proc/sys'), /✗ Data folder: \/proc\/sys is not writable/);
});

test('doctor works while the database does not respond', async () => {
  const sockets: Socket[] = [];
  const silent = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1');
  await new Promise((resolve) => silent.once('listening', resolve));
  const port = portOf(silent);
  const { code, stdout } = await leadlight(['doctor'], { ...environment, DATABASE_URL: `postgres://x:y@127.0.0.1:${port}/z` });
  assert.equal(code, 1);
  assert.match(stdout, /✗ Database: 127\.0\.0\.1:\d+\/z cannot be reached \(.*time.*\)\n {4}Check DATABASE_URL/i);
  for (const socket of sockets) socket.destroy();
  silent.close();
});

test('commands that root runs act as the owner of the data folder, and doctor writes nothing there', async () => {
  const isRoot = process.getuid?.() === 0;
  const owner = isRoot ? { uid: 1, gid: 1 } : { uid: required(process.getuid)(), gid: required(process.getgid)() };
  const DATA_DIR = join(testDataDir({ withIpData: false }), 'of another user');
  mkdirSync(DATA_DIR, { mode: 0o700 });
  for (const folder of [dirname(DATA_DIR), dirname(dirname(DATA_DIR))]) chmodSync(folder, 0o755);
  chownSync(DATA_DIR, owner.uid, owner.gid);
  const create = await leadlight(['account', 'create', '--name', 'Acme'], { DATA_DIR });
  if (isRoot && !isOpenToAll(join(import.meta.dirname, '../..'))) {
    assert.equal(create.code, 1);
    assert.match(create.stderr, /^The data folder .+ belongs to user 1, who cannot read the program in .+\n$/);
    assert.deepEqual(readdirSync(DATA_DIR), []);
    return;
  }
  assert.equal(create.code, 0, create.stderr);
  const before = listEntries(DATA_DIR);
  assert.ok(before.some(({ path }) => path.endsWith('database.json')));
  assert.deepEqual(
    before.filter(({ uid, gid }) => uid !== owner.uid || gid !== owner.gid),
    [],
  );
  const doctor = await leadlight(['doctor'], { DATA_DIR });
  assert.equal(doctor.code, 1);
  assert.match(doctor.stdout, /✗ Database: no server is running on .+, so the database was not checked\n {4}Start the service/);
  assert.deepEqual(listEntries(DATA_DIR), before);
});

test('root does not switch to an owner who cannot read the program without root’s groups', { skip: process.getuid?.() !== 0 }, () => {
  const DATA_DIR = testDataDir({ withIpData: false });
  const parent = dirname(DATA_DIR);
  const program = join(parent, 'program');
  const source = join(import.meta.dirname, '../../server/src');
  for (const file of ['cli/act-as-owner.ts', 'lib/error-code.ts', 'lib/operator-error.ts'])
    cpSync(join(source, file), join(program, 'server/src', file));
  writeFileSync(join(program, 'package.json'), '{ "type": "module" }');
  chmodSync(program, 0o750);
  chmodSync(parent, 0o755);
  chownSync(DATA_DIR, 1, 1);
  const script = `process.setgroups([0]); const { actAsOwner } = await import(process.argv[1]); actAsOwner(process.argv[2]);`;
  const args = ['--input-type=module', '-e', script, join(program, 'server/src/cli/act-as-owner.ts'), DATA_DIR];
  assert.match(spawnSync(process.execPath, args, { encoding: 'utf8' }).stderr, /belongs to user 1, who cannot read the program in/);
});

function listEntries(folder: string): { path: string; uid: number; gid: number; changedMs: number }[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).map((entry) => {
    const path = join(entry.parentPath, entry.name);
    const { uid, gid, mtimeMs } = lstatSync(path);
    return { path, uid, gid, changedMs: mtimeMs };
  });
}

function isOpenToAll(folder: string): boolean {
  return (lstatSync(folder).mode & 0o005) === 0o005 && (folder === dirname(folder) || isOpenToAll(dirname(folder)));
}
