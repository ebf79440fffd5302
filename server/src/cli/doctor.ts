import { existsSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { sql } from 'kysely';
import { type Config, readConfig } from '../config.ts';
import { connect, type Database } from '../db/connect.ts';
import { migrationList, waitingMigrations } from '../db/migrate.ts';
import { openDatabase } from '../db/open-database.ts';
import { Problem } from '../domain/problem.ts';
import { ipDataSources } from '../providers/ip-data/ip-data-sources.ts';
import { deepCheck, deepCheckJson, deepCheckText } from './deep-check.ts';
import { print } from './kit.ts';

type Finding = { check: string; ok: boolean; found: string; mend?: string };

const leastFreeBytes = 2 * 1024 ** 3;
const largestClockErrorMs = 5000;
const largestLagMs = 60_000;

/** Looks at everything an installation stands on; says what is wrong and how to mend it. */
export function addDoctorCommand(program: Command) {
  program
    .command('doctor')
    .description('check the installation: database, versions, data files, disk, clock, queue')
    .option('--deep', 'recount all sums from the visits and list what differs; writes nothing')
    .option('--account <id>', 'with --deep: of this account only')
    .action(async (_: unknown, command: Command) => {
      const { deep, account, json } = command.optsWithGlobals<{ deep?: boolean; account?: string; json?: boolean }>();
      if (account !== undefined && !deep) throw new Problem('invalid_input', '--account goes with --deep.');
      const config = readConfig(process.env);
      const all = [checkNode(), checkDisk(config), checkData(config), ...(await checkDatabase(config))];
      const findings = all.map((finding): Finding => (finding.ok ? { ...finding, mend: undefined } : finding));
      const lines = findings.map(
        ({ check, ok, found, mend }) => `${ok ? '✓' : '✗'} ${check}: ${found}${mend && !ok ? `\n    ${mend}` : ''}`,
      );
      const canRecount = findings.every(({ check, ok }) => ok || (check !== 'Database' && check !== 'Schema'));
      const recount = deep && canRecount ? await deepCheck(config, account) : null;
      if (deep && !recount) lines.push('✗ Sums: not recounted, because the database or its schema is not as it must be');
      if (recount) lines.push(deepCheckText(recount));
      const healthy = findings.every(({ ok }) => ok) && (!deep || recount?.differences === 0);
      print({ json: { healthy, findings, ...(recount && { deep: deepCheckJson(recount) }) }, text: lines.join('\n') }, json === true);
      if (!healthy) process.exitCode = 1;
    });
}

function checkNode(): Finding {
  const major = Number(process.versions.node.split('.')[0]);
  return {
    check: 'Node',
    ok: major >= 24,
    found: process.versions.node,
    mend: 'Install Node 24, or run the command through npx leadlight.',
  };
}

function checkDisk({ dataDir }: Config): Finding {
  try {
    const { bavail, bsize } = statfsSync(dataDir);
    const freeBytes = bavail * bsize;
    return {
      check: 'Disk',
      ok: freeBytes >= leastFreeBytes,
      found: `${(freeBytes / 1024 ** 3).toFixed(1)} GB free in ${dataDir}`,
      mend: 'Free some room, or move DATA_DIR to a larger disk.',
    };
  } catch {
    return { check: 'Disk', ok: false, found: `there is no folder ${dataDir} yet`, mend: 'Start the service once, or set DATA_DIR.' };
  }
}

function checkData({ dataDir }: Config): Finding {
  try {
    const { networks, locations } = ipDataSources(dataDir);
    return { check: 'IP data', ok: true, found: `networks ${networks.version}, locations ${locations.version}` };
  } catch (error) {
    return { check: 'IP data', ok: false, found: (error as Error).message, mend: 'Install again: npm install brings the data files.' };
  }
}

async function checkDatabase(config: Config): Promise<Finding[]> {
  if (config.databaseUrl === null && !existsSync(join(config.dataDir, 'postgres'))) {
    return [{ check: 'Database', ok: false, found: `there is none in ${config.dataDir} yet`, mend: 'Start the service once: npm start' }];
  }
  try {
    const database = await openDatabase({ ...config, purpose: 'command', onProgress: () => {}, onTrouble: () => {} });
    try {
      const { db, close } = connect(database.url, { connections: 2, name: 'doctor', onError: () => {} });
      try {
        return [
          await checkVersion(db, database.kind),
          await checkMigrations(db),
          await checkClock(db),
          await checkQueue(db),
          await checkJobs(db),
        ];
      } finally {
        await close();
      }
    } finally {
      await database.close();
    }
  } catch (error) {
    return [
      { check: 'Database', ok: false, found: (error as Error).message, mend: 'Mend what the sentence above names, then run this again.' },
    ];
  }
}

async function checkVersion(db: Database, kind: string): Promise<Finding> {
  const { rows } = await sql<{ version: string }>`select current_setting('server_version') as version`.execute(db);
  const version = rows[0]!.version;
  return {
    check: 'Database',
    ok: Number.parseInt(version, 10) >= 16,
    found: `PostgreSQL ${version} (${kind})`,
    mend: 'Upgrade it to PostgreSQL 16 or newer.',
  };
}

async function checkMigrations(db: Database): Promise<Finding> {
  const check = 'Schema';
  const mend = 'Run: npx leadlight migrate';
  const { rows: there } = await sql<{ it: string | null }>`select to_regclass('migrations') as it`.execute(db);
  if (there[0]!.it === null) return { check, ok: false, found: 'the database is empty', mend };
  const { rows } = await sql<{ name: string; checksum: string }>`select name, checksum from migrations order by name`.execute(db);
  try {
    const waiting = waitingMigrations(migrationList(), rows);
    if (waiting.length > 0) return { check, ok: false, found: `${waiting.length} migrations wait`, mend };
    return { check, ok: true, found: `up to date (${rows.at(-1)?.name})` };
  } catch (error) {
    return { check, ok: false, found: (error as Error).message };
  }
}

async function checkClock(db: Database): Promise<Finding> {
  const before = Date.now();
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  const errorMs = Math.abs(rows[0]!.now.getTime() - (before + Date.now()) / 2);
  return {
    check: 'Clock',
    ok: errorMs < largestClockErrorMs,
    found: `${Math.round(errorMs)} ms apart from the database’s`,
    mend: 'Let both machines set their clocks from the network (NTP).',
  };
}

async function checkQueue(db: Database): Promise<Finding> {
  const check = 'Queue';
  const { rows: there } = await sql<{ it: string | null }>`select to_regclass('inbox') as it`.execute(db);
  if (there[0]!.it === null) return { check, ok: true, found: 'nothing waits' };
  const { rows } = await sql<{
    oldest: Date | null;
    waiting: string;
  }>`select min(received_at) as oldest, count(*) as waiting from inbox`.execute(db);
  const { oldest, waiting } = rows[0]!;
  if (oldest === null) return { check, ok: true, found: 'nothing waits' };
  const lagMs = Date.now() - oldest.getTime();
  return {
    check,
    ok: lagMs < largestLagMs,
    found: `${waiting} requests wait, the oldest for ${Math.round(lagMs / 1000)} s`,
    mend: 'See that a server with the role worker runs; start another one if it cannot keep up.',
  };
}

async function checkJobs(db: Database): Promise<Finding> {
  const check = 'Jobs';
  const { rows: there } = await sql<{ it: string | null }>`select to_regclass('graphile_worker.jobs') as it`.execute(db);
  if (there[0]!.it === null) return { check, ok: true, found: 'none' };
  const { rows } = await sql<{ failed: string; waiting: string }>`
    select count(*) filter (where attempts >= max_attempts) as failed, count(*) filter (where attempts < max_attempts) as waiting
    from graphile_worker.jobs`.execute(db);
  const { failed, waiting } = rows[0]!;
  return {
    check,
    ok: failed === '0',
    found: `${waiting} wait, ${failed} have failed for good`,
    mend: 'The log of the worker says why they failed.',
  };
}
