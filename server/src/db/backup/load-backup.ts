import { pipeline } from 'node:stream/promises';
import { runMigrations } from 'graphile-worker';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { firstOf } from '../../lib/first-of.ts';
import { OperatorError } from '../../lib/operator-error.ts';
import { visitPartitionStatement } from '../../lib/visit-partition-statement.ts';
import { applyMigration, beginSchemaChange, migrationList, pendingMigrations, refuseFormerMigrations } from '../migrate.ts';
import type { ArchiveReader } from './archive-reader.ts';
import { deferIndexes } from './deferred-indexes.ts';
import { keyOf, listTables, quoted, quotedColumns } from './list-tables.ts';
import type { Manifest } from './manifest.ts';

export type LoadProgress = (message: string, share: number) => void;

type LoadOptions = {
  onProgress: LoadProgress;
  /** Cancels the transaction. */
  signal: AbortSignal;
  beforeCommit(): void;
};

/** Rejects a backup with unknown, changed or squashed migrations. */
export function checkSchema({ migrations }: Manifest): void {
  refuseFormerMigrations(migrations);
  const known = migrationList();
  const unknown = migrations.find(({ name }) => !known.some((migration) => migration.name === name));
  if (unknown) {
    throw new OperatorError(
      `The backup is newer than this program: it has the migration "${unknown.name}". Restore it with the newer version of Leadlight.`,
    );
  }
  pendingMigrations(known, migrations);
}

/** Loads the archive into an empty database in one transaction, with the schema version of the archive. */
export async function loadBackup(url: string, archive: ArchiveReader, { onProgress, signal, beforeCommit }: LoadOptions): Promise<void> {
  const { manifest } = archive;
  const client = new pg.Client({ connectionString: url, application_name: 'leadlight restore' });
  client.on('error', () => {});
  await client.connect();
  // Closing the connection also rejects a statement in flight.
  const abort = () => client.end();
  signal.addEventListener('abort', abort);
  try {
    signal.throwIfAborted();
    await client.query('set client_min_messages = error');
    await refuseDatabaseWithData(client);
    await createSchema(client, manifest);
    await runMigrations({ connectionString: url, logger: undefined });
    const existing = new Map((await listTables(client)).map((table) => [keyOf(table), table]));
    await beginSchemaChange(client);
    await createPartitions(client, manifest);
    const emptied = manifest.tables.filter((table) => existing.has(keyOf(table))).map((table) => quoted(client, table));
    await client.query(`truncate ${emptied.join(', ')} cascade`);
    const createIndexes = await deferIndexes(client);
    for (const [index, table] of manifest.tables.entries()) {
      onProgress(`Restoring ${keyOf(table)}`, index / manifest.tables.length);
      const existingTable = existing.get(keyOf(table));
      if (!existingTable || table.columns.some((column) => !existingTable.columns.includes(column))) {
        throw new OperatorError(`The table ${keyOf(table)} of the backup does not exist in this database: nothing was restored.`);
      }
      const target = client.query(copyFrom(`copy ${quoted(client, table)} (${quotedColumns(client, table.columns)}) from stdin`));
      await pipeline(archive.read(table), target);
      if (target.rowCount !== table.rows)
        throw new OperatorError(`${keyOf(table)} does not have the row count of the backup: nothing was restored.`);
    }
    await createIndexes((share) => onProgress('Creating indexes', share));
    for (const { value, isCalled, ...sequence } of manifest.sequences) {
      await client.query('select setval($1::regclass, $2, $3)', [quoted(client, sequence), value, isCalled]);
    }
    await releaseJobs(client);
    signal.throwIfAborted();
    signal.removeEventListener('abort', abort);
    beforeCommit();
    await client.query('commit');
    onProgress('Analyzing tables', 1);
    await client.query('analyze');
  } finally {
    signal.removeEventListener('abort', abort);
    await client.end();
  }
}

async function refuseDatabaseWithData(client: pg.Client) {
  const { rows } = await client.query<{ hasTable: boolean }>('select to_regclass(\'public.accounts\') is not null as "hasTable"');
  if (!firstOf(rows).hasTable) return;
  const filled = await client.query('select 1 from accounts limit 1');
  if (filled.rows.length > 0) {
    throw new OperatorError(
      'The database contains accounts, but a backup can only be restored into an empty database: set DATABASE_URL to one.',
    );
  }
}

async function createSchema(client: pg.Client, { migrations }: Manifest) {
  await client.query(
    'create table if not exists migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
  );
  const { rows: applied } = await client.query<{ name: string; checksum: string }>('select name, checksum from migrations');
  const newer = applied.find(({ name }) => !migrations.some((migration) => migration.name === name));
  if (newer) {
    throw new OperatorError(
      `The database was migrated beyond the backup (it has "${newer.name}"), but a backup can only be restored into an empty database: set DATABASE_URL to one.`,
    );
  }
  for (const migration of pendingMigrations(migrationList(), applied)) {
    if (migrations.some(({ name }) => name === migration.name)) await applyMigration(client, migration);
  }
}

async function createPartitions(client: pg.Client, { partitions }: Manifest) {
  for (const name of partitions) {
    const parts = /^visits_(\d{4})_(\d{2})$/.exec(name);
    if (!parts) throw new OperatorError(`The backup has visits in ${name}, which is not a monthly partition.`);
    const month = (offset: number) => new Date(Date.UTC(Number(parts[1]), Number(parts[2]) - 1 + offset, 1));
    await client.query(visitPartitionStatement(name, month(0), month(1)));
  }
}

/**
 * Unlocks the jobs that were running during the backup: the workers that locked them no longer exist. Deletes the job that wrote the backup,
 * which would wait forever in an installation without scheduled backups.
 */
async function releaseJobs(client: pg.Client) {
  await client.query(
    "delete from graphile_worker._private_jobs where task_id in (select id from graphile_worker._private_tasks where identifier = 'back-up')",
  );
  await client.query('update graphile_worker._private_jobs set locked_at = null, locked_by = null where locked_at is not null');
  await client.query('update graphile_worker._private_job_queues set locked_at = null, locked_by = null where locked_at is not null');
}
