import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import pg from 'pg';
import { backupSchedule } from '../../server/src/db/backup/backup-schedule.ts';
import { runDueBackup } from '../../server/src/domain/backups/run-due-backup.ts';
import { itemAt } from '../../server/src/lib/item-at.ts';
import { countWaitingForLock } from '../kit/count-waiting-for-lock.ts';
import { until } from '../kit/events.ts';
import { runQueuedJobs } from '../kit/jobs.ts';
import { leadlight, main, startServerProcess, testDataDir } from '../kit/server-process.ts';
import { startTestService } from '../kit/service.ts';

const service = await startTestService();
const dataDir = testDataDir({ withIpData: false });
const { url, pool } = service.connection;
const parent = mkdtempSync(join(tmpdir(), 'leadlight-backups-'));
after(() => rmSync(parent, { recursive: true, force: true }));

/** Deletes the records of backups, and configures a new folder with one backup a day, of which the last two are retained. */
async function newSchedule() {
  await pool.query('truncate backup_runs');
  const folder = mkdtempSync(join(parent, 'folder-'));
  const settings = { backupDir: folder, backupEveryMs: 86_400_000, backupKeep: 2, dataDir, databaseUrl: url };
  service.ctx.backups = backupSchedule(settings, url);
  return { folder, files: () => readdirSync(folder).sort(), environment: { DATABASE_URL: url, DATA_DIR: dataDir, BACKUP_DIR: folder } };
}

/** Runs the backup job, which the worker starts every minute. */
async function runBackupJob(time: string) {
  service.clock.set(time);
  await pool.query("select graphile_worker.add_job('back-up', job_key => 'back-up')");
  await runQueuedJobs(service);
}

/** Blocks a backup halfway: it can lock all tables, but not read `companies`. Returns a function that unblocks it. */
async function blockBackup(): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('begin');
  await client.query('reindex index companies_pkey');
  return async () => {
    await client.query('rollback');
    await client.end();
  };
}

async function lastBackup(environment: Record<string, string>) {
  const { code, stdout, stderr } = await leadlight(['status', '--json'], environment);
  assert.equal(code, 0, stderr);
  return JSON.parse(stdout).last_backup;
}

test('a backup is written in every interval, and the oldest scheduled ones are deleted', async () => {
  const { files, folder, environment } = await newSchedule();
  writeFileSync(join(folder, 'mine.tar'), 'x');
  await runBackupJob('2026-03-01T10:07:00Z');
  assert.deepEqual(files(), ['leadlight-2026-03-01T100700Z.tar', 'mine.tar']);
  await runBackupJob('2026-03-01T10:08:00Z');
  await runBackupJob('2026-03-01T23:59:00Z');
  assert.equal(files().length, 2, 'the interval has its backup');
  await runBackupJob('2026-03-02T00:00:00Z');
  await runBackupJob('2026-03-05T11:00:00Z');
  assert.deepEqual(files(), ['leadlight-2026-03-02T000000Z.tar', 'leadlight-2026-03-05T110000Z.tar', 'mine.tar']);
  const last = await lastBackup(environment);
  assert.deepEqual(
    { ...last, bytes: last.bytes > 1000 },
    { finished_at: '2026-03-05T11:00:00.000Z', path: join(folder, itemAt(files(), 1)), bytes: true, failed_at: null, error: null },
  );
});

test('after a backup at a wrong time in the future, each interval still has one backup, and the current ones are retained and reported', async () => {
  const { files, environment } = await newSchedule();
  await runBackupJob('2031-01-01T10:00:00Z');
  await runBackupJob('2026-03-01T10:07:00Z');
  await pool.query("update backup_runs set bytes = 1e15 where started_at > '2031-01-01'");
  for (const time of ['2026-03-01T10:08:00Z', '2026-03-02T00:00:00Z', '2026-03-02T00:01:00Z']) await runBackupJob(time);
  assert.deepEqual(files(), ['leadlight-2026-03-01T100700Z.tar', 'leadlight-2026-03-02T000000Z.tar']);
  await pool.query("update backup_runs set bytes = 1e15 where path like '%2026-03-02T000000Z.tar'");
  await runBackupJob('2026-03-03T00:00:00Z');
  const { finished_at, failed_at } = await lastBackup(environment);
  assert.deepEqual([finished_at, failed_at], ['2026-03-02T00:00:00.000Z', '2026-03-03T00:00:00.000Z']);
});

test('without enough space, no backup is written, the error is recorded, and the backup is retried after 15 minutes', async () => {
  const { files, environment } = await newSchedule();
  const countRuns = async () => (await pool.query('select count(*)::int as runs from backup_runs')).rows[0].runs;
  const earlier = "'2026-02-01T00:00Z', '2026-02-01T00:00Z', true, '/gone.tar', 1e15";
  await pool.query(`insert into backup_runs (id, started_at, finished_at, is_scheduled, path, bytes) values (1, ${earlier})`);
  await runBackupJob('2026-03-01T10:00:00Z');
  assert.deepEqual(files(), []);
  const { failed_at, error } = await lastBackup(environment);
  assert.equal(failed_at, '2026-03-01T10:00:00.000Z');
  assert.match(error, /has too little space for a backup \(about [\d,]+ MB needed, [\d,]+ MB free\): free some space/);
  assert.equal(await countRuns(), 2);
  await runBackupJob('2026-03-01T10:14:00Z');
  assert.equal(await countRuns(), 2);
  await runBackupJob('2026-03-01T10:15:00Z');
  assert.equal(await countRuns(), 3);
  await pool.query('update backup_runs set bytes = 1 where id = 1');
  await runBackupJob('2026-03-01T10:30:00Z');
  assert.deepEqual(files(), ['leadlight-2026-03-01T103000Z.tar']);
  assert.equal((await lastBackup(environment)).error, null);
  // The command reports the same error.
  await pool.query("update backup_runs set bytes = 1e15 where path like '%103000Z.tar'");
  const { code, stderr } = await leadlight(['backup'], environment);
  assert.equal(code, 1);
  assert.match(stderr, /has too little space for a backup/);
});

test('two backups never run concurrently, and the next one deletes the unfinished file of a killed one', async () => {
  const { files, folder, environment } = await newSchedule();
  writeFileSync(join(folder, 'leadlight-2026-01-01T000000Z.tar.0123456789ab.part'), 'of another installation');
  const unblock = await blockBackup();
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main, 'backup'], {
    env: { ...process.env, ...environment },
    stdio: 'ignore',
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  await until(async () => files().length === 2);
  await runBackupJob('2026-03-01T10:00:00Z');
  const { code, stderr } = await leadlight(['backup'], environment);
  assert.equal(code, 1);
  assert.equal(stderr.trim(), 'Another backup of this database is being written: wait until it has finished.');
  assert.equal(files().length, 2, 'the running backup still has its unfinished file');

  child.kill('SIGKILL');
  await ended;
  await unblock();
  await until(async () => {
    await runBackupJob('2026-03-01T10:01:00Z');
    return files().includes('leadlight-2026-03-01T100100Z.tar');
  });
  assert.deepEqual(files(), ['leadlight-2026-01-01T000000Z.tar.0123456789ab.part', 'leadlight-2026-03-01T100100Z.tar']);
});

test('a stopping worker aborts the backup immediately and leaves neither files nor a record behind', async () => {
  const { files } = await newSchedule();
  const unblock = await blockBackup();
  const stopping = new AbortController();
  const running = runDueBackup(service.ctx, stopping.signal);
  await until(async () => (await countWaitingForLock(service.ctx.db)) === 1);
  assert.equal(files().length, 1);
  stopping.abort();
  await running;
  assert.deepEqual(files(), []);
  assert.equal((await pool.query('select 1 from backup_runs')).rowCount, 0);
  await unblock();
});

test('a server with BACKUP_EVERY writes backups', async () => {
  const { folder } = await newSchedule();
  const server = await startServerProcess({ DATABASE_URL: url, DATA_DIR: testDataDir(), BACKUP_EVERY: '24h', BACKUP_DIR: folder });
  await server.ready();
  // Enqueues the job instead of waiting for the next minute.
  await pool.query("select graphile_worker.add_job('back-up', job_key => 'back-up')");
  await until(async () => readdirSync(folder).some((name) => name.endsWith('.tar')));
});
