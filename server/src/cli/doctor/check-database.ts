import { sql } from 'kysely';
import { connect, type Database } from '../../db/connect.ts';
import { migrationList, pendingMigrations } from '../../db/migrate.ts';
import { findIsolationFaults } from '../../db/row-level-security/find-isolation-faults.ts';
import { findLastBackup } from '../../domain/backups/find-last-backup.ts';
import { dayMs } from '../../lib/day-ms.ts';
import { firstOf } from '../../lib/first-of.ts';
import { type Finding, runCheck } from './finding.ts';

const maxClockErrorMs = 5000;
const maxLagMs = 60_000;
/** A backup is old after twice the interval of scheduled backups, but not within a week. */
const minOldBackupMs = 7 * dayMs;

/** Runs the checks that need a database connection. They run concurrently, so that a check that hangs does not delay the others. */
export async function checkDatabase(url: string, kind: 'embedded' | 'external', backupEveryMs: number | null): Promise<Finding[]> {
  const { db, close } = connect(url, { connections: 4, name: 'doctor', onError: () => {} });
  const fix = 'See the database log: the database may be hanging, overloaded or waiting for a lock.';
  const findings = await Promise.all([
    runCheck('Database', () => checkVersion(db, kind), fix),
    runCheck('Schema', () => checkMigrations(db), fix),
    runCheck('Row-level security', () => checkIsolation(url), fix),
    runCheck('Clock', () => checkClock(db), fix),
    runCheck('Queue', () => checkQueue(db), fix),
    runCheck('Jobs', () => checkJobs(db), fix),
    runCheck('Backup', () => checkBackup(db, backupEveryMs), fix),
  ]);
  // Not awaited: a database that hangs does not close its connections.
  void close();
  return findings;
}

async function checkVersion(db: Database, kind: string): Promise<Finding> {
  const { rows } = await sql<{ version: string }>`select current_setting('server_version') as version`.execute(db);
  const version = firstOf(rows).version;
  return {
    check: 'Database',
    ok: Number.parseInt(version, 10) >= 16,
    found: `PostgreSQL ${version} (${kind})`,
    fix: 'Upgrade it to PostgreSQL 16 or newer.',
  };
}

async function checkMigrations(db: Database): Promise<Finding> {
  const check = 'Schema';
  const fix = 'Run: npx leadlight migrate';
  if (!(await hasTable(db, 'migrations'))) return { check, ok: false, found: 'the database is empty', fix };
  const { rows } = await sql<{ name: string; checksum: string }>`select name, checksum from migrations order by name`.execute(db);
  const waiting = pendingMigrations(migrationList(), rows);
  if (waiting.length > 0)
    return { check, ok: false, found: `${waiting.length} ${waiting.length === 1 ? 'migration' : 'migrations'} pending`, fix };
  return { check, ok: true, found: `up to date (${rows.at(-1)?.name})` };
}

async function checkIsolation(url: string): Promise<Finding> {
  const faults = await findIsolationFaults(url);
  return {
    check: 'Row-level security',
    ok: faults.length === 0,
    found: faults.length === 0 ? 'limits every request to its account' : faults.join('; '),
    fix: 'Run "npx leadlight migrate" as a database user who may create roles, or see docs/security.md.',
  };
}

async function checkClock(db: Database): Promise<Finding> {
  const before = Date.now();
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  const errorMs = Math.abs(firstOf(rows).now.getTime() - (before + Date.now()) / 2);
  return {
    check: 'Clock',
    ok: errorMs < maxClockErrorMs,
    found: `differs from the database’s clock by ${Math.round(errorMs)} ms`,
    fix: 'Synchronize the clocks of both machines (NTP).',
  };
}

async function checkQueue(db: Database): Promise<Finding> {
  const check = 'Queue';
  if (!(await hasTable(db, 'inbox'))) return { check, ok: true, found: 'nothing is waiting' };
  const { rows } = await sql<{
    oldest: Date | null;
    waiting: string;
  }>`select min(received_at) as oldest, count(*) as waiting from inbox`.execute(db);
  const { oldest, waiting } = firstOf(rows);
  if (oldest === null) return { check, ok: true, found: 'nothing is waiting' };
  const lagMs = Date.now() - oldest.getTime();
  return {
    check,
    ok: lagMs < maxLagMs,
    found: `${waiting} requests waiting, the oldest for ${Math.round(lagMs / 1000)} s`,
    fix: 'Make sure that a server with the role worker is running; start another one if it cannot keep up.',
  };
}

async function checkJobs(db: Database): Promise<Finding> {
  const check = 'Jobs';
  if (!(await hasTable(db, 'graphile_worker.jobs'))) return { check, ok: true, found: 'none' };
  const { rows } = await sql<{ failed: string; waiting: string }>`
    select count(*) filter (where attempts >= max_attempts and locked_at is null) as failed,
      count(*) filter (where attempts < max_attempts or locked_at is not null) as waiting
    from graphile_worker.jobs`.execute(db);
  const { failed, waiting } = firstOf(rows);
  return {
    check,
    ok: failed === '0',
    found: `${waiting} waiting, ${failed} failed permanently`,
    fix: 'See the errors in the worker’s log.',
  };
}

/** Backups made by other means are not recorded in the database, so a missing or old backup is only a warning. */
async function checkBackup(db: Database, everyMs: number | null): Promise<Finding> {
  const check = 'Backup';
  const fix = 'Set BACKUP_EVERY, or run: npx leadlight backup /backups/';
  if (!(await hasTable(db, 'backup_runs'))) return { check, ok: true, found: 'nothing to back up yet' };
  const { succeeded, failed } = await findLastBackup({ db });
  const last = succeeded === null ? 'none so far' : `the last one is from ${succeeded.startedAt.toISOString().slice(0, 16)}Z`;
  if (failed) return { check, ok: false, found: `${last}; the latest attempt failed: ${failed.error}`, fix };
  const isOld = succeeded === null || Date.now() - succeeded.startedAt.getTime() > Math.max(minOldBackupMs, 2 * (everyMs ?? 0));
  return { check, ok: true, warning: isOld, found: last, fix };
}

async function hasTable(db: Database, name: string): Promise<boolean> {
  const { rows } = await sql<{ found: string | null }>`select to_regclass(${name}) as found`.execute(db);
  return firstOf(rows).found !== null;
}
