import { createReadStream, existsSync } from 'node:fs';
import { readdir, realpath, rm } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { advisoryLocks } from '../../lib/advisory-locks.ts';
import { systemReason } from '../../lib/describe-system-error.ts';
import { errorCode } from '../../lib/error-code.ts';
import { firstOf } from '../../lib/first-of.ts';
import { OperatorError } from '../../lib/operator-error.ts';
import { ArchiveReader, DamagedBackup } from './archive-reader.ts';
import { ArchiveWriter, draftSuffix } from './archive-writer.ts';
import { dataFiles } from './data-files.ts';
import { refuseLowDiskSpace } from './free-space.ts';
import { type CopiedTable, keyOf, listTables, quoted, quotedColumns } from './list-tables.ts';
import { backupFormat, backupVersion, type Manifest, type StoredFile, type StoredSequence, type StoredTable } from './manifest.ts';

type BackupOptions = {
  url: string;
  kind: 'embedded' | 'external';
  dataDir: string;
  path: string;
  /** Aborts the backup and removes its file. */
  signal?: AbortSignal;
  onProgress(message: string, share: number): void;
};

type Backup = { path: string; bytes: number; manifest: Manifest };

export class BackupRunning extends OperatorError {
  constructor() {
    super('Another backup of this database is being written: wait until it has finished.');
  }
}

/**
 * Writes a consistent backup while servers keep running: all tables are read in one snapshot and locked against drop and
 * truncate. The file is then read back and verified.
 */
export async function createBackup({ url, kind, dataDir, path, signal, onProgress: report }: BackupOptions): Promise<Backup> {
  const onProgress: BackupOptions['onProgress'] = (message, share) => {
    signal?.throwIfAborted();
    report(message, share);
  };
  await refuseUnsuitablePath(path, dataDir);
  const client = new pg.Client({ connectionString: url, application_name: 'leadlight backup' });
  client.on('error', () => {});
  await client.connect();
  // Closing the connection also rejects a statement in flight.
  const abort = () => client.end();
  signal?.addEventListener('abort', abort);
  let archive: ArchiveWriter | null = null;
  try {
    // PostgreSQL releases an advisory lock when the connection ends, whatever the reason.
    if (!(await queryValue<boolean>(client, `select pg_try_advisory_lock(${advisoryLocks.backup}) as value`))) throw new BackupRunning();
    const fingerprint = await getDatabaseFingerprint(client);
    await deleteLeftovers(dirname(path), fingerprint).catch(refuseUnwritableFolder(path));
    await refuseLowDiskSpace(client, dirname(path));
    // Scans start at the first page, so that equal tables have equal checksums.
    await client.query('set synchronize_seqscans = off');
    await client.query('begin isolation level repeatable read read only');
    const tables = await listTables(client);
    await client.query(`lock table ${tables.map((table) => quoted(client, table)).join(', ')} in access share mode`);
    const takenAt = await queryValue<Date>(client, 'select clock_timestamp() as value');
    archive = await ArchiveWriter.create(path, takenAt, fingerprint).catch(refuseUnwritableFolder(path));
    const manifest: Omit<Manifest, 'entries'> = {
      format: backupFormat,
      version: backupVersion,
      takenAt: takenAt.toISOString(),
      database: { version: await queryValue(client, "select current_setting('server_version') as value"), kind },
      migrations: (await client.query('select name, checksum from migrations order by name')).rows,
      partitions: (
        await client.query(
          "select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'visits'::regclass order by 1",
        )
      ).rows.map(({ name }) => name),
      tables: await copyTables(client, archive, tables, onProgress),
      sequences: await readSequences(client),
      files: [],
    };
    // Files are copied after the tables, so that a file that a table refers to is missing only if it was deleted in between.
    manifest.files = await copyFiles(archive, dataDir, onProgress);
    // Fails if the connection, and with it the lock, was lost.
    await client.query('commit');
    await archive.finish(manifest);
    // Verified before it gets its name, so that a backup killed meanwhile leaves only an unfinished file.
    const verified = await readBack(archive.draft, path, onProgress, signal);
    await archive.publish();
    return { path, bytes: archive.bytesWritten, manifest: verified };
  } catch (error) {
    await archive?.discard();
    throw fullDisk(error) ?? error;
  } finally {
    signal?.removeEventListener('abort', abort);
    await client.end();
  }
}

async function refuseUnsuitablePath(path: string, dataDir: string) {
  if (existsSync(path)) throw new OperatorError(`${path} already exists: choose another name.`);
  const folder = await realpath(dirname(path)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    throw new OperatorError(`The folder ${dirname(path)} does not exist: create it, or choose another one.`);
  });
  if (`${folder}${sep}`.startsWith(`${await realpath(dataDir)}${sep}`)) {
    throw new OperatorError(
      `${folder} is inside the data folder, so the backup would be lost with it: choose a folder outside ${dataDir}.`,
    );
  }
}

function refuseUnwritableFolder(path: string) {
  return (error: NodeJS.ErrnoException): never => {
    if (error.code === 'ENOSPC') throw error;
    throw new OperatorError(`${path} cannot be written (${systemReason(error)}): choose an existing, writable folder.`);
  };
}

/** Identifies the database, so that unfinished files of other installations in the same folder are left alone. */
function getDatabaseFingerprint(client: pg.Client): Promise<string> {
  return queryValue(
    client,
    `select left(encode(sha256(convert_to(system_identifier || '/' || oid, 'UTF8')), 'hex'), 12) as value
     from pg_control_system(), pg_database where datname = current_database()`,
  );
}

/** Deletes the unfinished files of killed backups. The advisory lock guarantees that no other backup is writing one. */
async function deleteLeftovers(folder: string, fingerprint: string) {
  for (const name of await readdir(folder)) if (name.endsWith(draftSuffix(fingerprint))) await rm(join(folder, name), { force: true });
}

async function copyTables(client: pg.Client, archive: ArchiveWriter, tables: CopiedTable[], onProgress: BackupOptions['onProgress']) {
  const copied: StoredTable[] = [];
  for (const [index, table] of tables.entries()) {
    onProgress(`Copying ${keyOf(table)}`, index / tables.length);
    const source = client.query(copyTo(`copy (select ${quotedColumns(client, table.columns)} from ${quoted(client, table)}) to stdout`));
    const stored = await archive.add(`tables/${keyOf(table)}`, source);
    // The stream ends before the row count arrives. The result of another statement comes after the row count.
    await client.query('select');
    copied.push({ ...table, ...stored, rows: source.rowCount });
  }
  return copied;
}

async function copyFiles(archive: ArchiveWriter, dataDir: string, onProgress: BackupOptions['onProgress']): Promise<StoredFile[]> {
  const copied: StoredFile[] = [];
  for (const [index, { path, mode }] of dataFiles(dataDir).entries()) {
    onProgress(`Copying the file ${path}`, 1);
    try {
      const stored = await archive.add(`files/${String(index + 1).padStart(6, '0')}`, createReadStream(join(dataDir, path)));
      copied.push({ path, mode, ...stored });
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') throw error;
    }
  }
  return copied;
}

async function readSequences(client: pg.Client): Promise<StoredSequence[]> {
  const { rows } = await client.query<{ schema: string; name: string }>(
    "select schemaname as schema, sequencename as name from pg_sequences where schemaname in ('public', 'graphile_worker') order by 1, 2",
  );
  const sequences: StoredSequence[] = [];
  for (const sequence of rows) {
    const state = await client.query<{ value: string; isCalled: boolean }>(
      `select last_value::text as value, is_called as "isCalled" from ${quoted(client, sequence)}`,
    );
    sequences.push({ ...sequence, ...firstOf(state.rows) });
  }
  return sequences;
}

async function readBack(draft: string, path: string, onProgress: BackupOptions['onProgress'], signal?: AbortSignal): Promise<Manifest> {
  try {
    const archive = await ArchiveReader.open(draft, (share) => onProgress('Verifying the backup', share));
    await archive.close();
    return archive.manifest;
  } catch (error) {
    // The reader mistakes an abort for the end of the file.
    signal?.throwIfAborted();
    if (!(error instanceof DamagedBackup)) throw error;
    throw new OperatorError(
      `The new backup ${path} was damaged on disk (${error.reason}) and deleted: check the disk, or use another one.`,
    );
  }
}

async function queryValue<Value>(client: pg.Client, text: string): Promise<Value> {
  const { rows } = await client.query<{ value: Value }>(text);
  return firstOf(rows).value;
}

function fullDisk(error: unknown): OperatorError | null {
  if (errorCode(error) !== 'ENOSPC') return null;
  return new OperatorError('The disk is full, so no backup was written. Free some space, or choose another disk.');
}
