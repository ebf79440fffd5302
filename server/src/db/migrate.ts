import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runMigrations } from 'graphile-worker';
import pg from 'pg';
import { advisoryLocks } from '../lib/advisory-locks.ts';
import { errorMessage } from '../lib/error-message.ts';
import { firstOf } from '../lib/first-of.ts';
import { OperatorError } from '../lib/operator-error.ts';
import { splitStatements } from '../lib/split-statements.ts';
import { clusterOptions } from './cluster-options.ts';
import { applyRowLevelSecurity } from './row-level-security/apply-row-level-security.ts';

type Migration = { name: string; sql: string; checksum: string };

const folder = join(import.meta.dirname, 'migrations');

/** Checksums of migrations before they were rewritten for Citus. On plain PostgreSQL, both versions have the same result. */
const formerChecksums: Record<string, string> = {
  '0021-revealed-records': 'fc0f5e6070a7d0c4f8f694a3165e607450ffa3d64323a963455224129391dc05',
  '0026-alerts-of-built-in-feeds': 'df9c5650cda377a1452c57880546b57267c12692311b14f16e9ba0b3a62a0e02',
  '0027-name-keys': '0473623f1ce375e7a62cb678f39bc4071215c8edccc8d0ee38ecb6bcd0689d3c',
};

export function migrationList(): Migration[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => {
      const sql = readFileSync(join(folder, file), 'utf8');
      return { name: file.slice(0, -4), sql, checksum: createHash('sha256').update(sql).digest('hex') };
    });
}

/**
 * Applies pending migrations, those of the job queue, and row-level security. Returns the names of the applied migrations. Safe to call
 * from many servers at once: an advisory lock lets one apply them while the others wait.
 */
export async function migrate(url: string, onProgress: (message: string) => void = () => {}): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, application_name: 'leadlight migrate', options: clusterOptions });
  client.on('error', () => {});
  await client.connect();
  try {
    await refuseOldServer(client);
    await client.query(`select pg_advisory_lock(${advisoryLocks.migration})`);
    await client.query('set client_min_messages = error');
    await client.query(
      'create table if not exists migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
    );
    const { rows } = await client.query<{ name: string; checksum: string }>('select name, checksum from migrations order by name');
    const pending = pendingMigrations(migrationList(), rows);
    for (const migration of pending) {
      onProgress(`Migrating the database: ${migration.name}`);
      await applyMigration(client, migration);
    }
    await runMigrations({ connectionString: url, logger: undefined });
    await applyRowLevelSecurity(client);
    return pending.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

export function pendingMigrations(known: Migration[], applied: { name: string; checksum: string }[]): Migration[] {
  refuseFormerMigrations(applied);
  for (const { name, checksum } of applied) {
    const migration = known.find((candidate) => candidate.name === name);
    if (!migration) {
      throw new OperatorError(
        `The database is newer than this program: it has the migration "${name}", which this version does not know. Start the newer version of Leadlight.`,
      );
    }
    if (migration.checksum !== checksum && formerChecksums[name] !== checksum) {
      throw new OperatorError(
        `The migration "${name}" was changed after it was applied to this database: restore the file from the version that applied it.`,
      );
    }
  }
  return known.filter((migration) => !applied.some(({ name }) => name === migration.name));
}

/** Migrations that were squashed: the first one of versions before 0.2.0, and one that only unreleased versions had. */
const formerMigrations = ['0001-placement', '0041-import-mappings'];

export function refuseFormerMigrations(applied: { name: string }[]): void {
  if (!applied.some(({ name }) => formerMigrations.includes(name))) return;
  throw new OperatorError(
    'The data was written by a Leadlight version before 0.2.0, or by an unreleased version, which this version cannot upgrade: back it up and export what you need with that version, then start this one with a new DATA_DIR (or an empty database in DATABASE_URL).',
  );
}

async function refuseOldServer(client: pg.Client) {
  const { rows } = await client.query<{ version: string }>("select current_setting('server_version_num') as version");
  const version = Number(firstOf(rows).version);
  if (version < 160000) {
    throw new OperatorError(`The database is PostgreSQL ${Math.floor(version / 10000)}, and Leadlight needs 16 or newer: upgrade it.`);
  }
}

/** Begins a transaction in which a cluster accepts foreign keys, partitions and tables of every placement. */
export async function beginSchemaChange(client: pg.Client): Promise<void> {
  await client.query('begin');
  await client.query("set local citus.multi_shard_modify_mode = 'sequential'");
  await client.query('set local citus.enable_local_reference_table_foreign_keys = off');
}

export async function applyMigration(client: pg.Client, { name, sql, checksum }: Migration) {
  await beginSchemaChange(client);
  try {
    // Statements run one by one, because a cluster forwards the whole query text to its nodes.
    for (const statement of splitStatements(sql)) await client.query(statement);
    await client.query('insert into migrations (name, checksum) values ($1, $2)', [name, checksum]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new OperatorError(`The migration "${name}" failed and was rolled back: ${errorMessage(error)}`);
  }
}
