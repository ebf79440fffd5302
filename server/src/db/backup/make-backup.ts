import { createReadStream, existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { StartupError } from '../../lib/startup-error.ts';
import { ArchiveReader } from './archive-reader.ts';
import { ArchiveWriter } from './archive-writer.ts';
import { dataFiles } from './data-files.ts';
import { backupFormat, backupVersion, type Manifest, type StoredFile, type StoredSequence, type StoredTable } from './manifest.ts';
import { type CopiedTable, keyOf, quoted, quotedColumns, tableList } from './table-list.ts';

export type BackupOptions = {
  url: string;
  kind: 'embedded' | 'external';
  dataDir: string;
  path: string;
  onProgress(words: string, share: number): void;
};

export type Backup = { path: string; bytes: number; manifest: Manifest };

/**
 * Writes the whole state of one moment into an archive while servers go on working: all tables are read in one snapshot, and
 * locked against being dropped or emptied meanwhile. What was written is then read back and compared.
 */
export async function makeBackup({ url, kind, dataDir, path, onProgress }: BackupOptions): Promise<Backup> {
  if (existsSync(path)) throw new StartupError(`There is a file ${path} already: choose another name.`);
  const client = new pg.Client({ connectionString: url, application_name: 'leadlight backup' });
  client.on('error', () => {});
  await client.connect();
  let archive: ArchiveWriter | null = null;
  try {
    // Always from the beginning, so that the same rows come in the same order and make the same sums.
    await client.query('set synchronize_seqscans = off');
    await client.query('begin isolation level repeatable read read only');
    const tables = await tableList(client);
    await client.query(`lock table ${tables.map((table) => quoted(client, table)).join(', ')} in access share mode`);
    const takenAt = await one<Date>(client, 'select clock_timestamp() as value');
    archive = await ArchiveWriter.create(path, takenAt).catch((error: NodeJS.ErrnoException) => {
      throw new StartupError(`${path} cannot be written (${error.code}): choose a folder that is there and may be written.`);
    });
    const manifest: Omit<Manifest, 'entries'> = {
      format: backupFormat,
      version: backupVersion,
      takenAt: takenAt.toISOString(),
      database: { version: await one(client, "select current_setting('server_version') as value"), kind },
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
    await client.query('commit');
    // After the tables: a file that a table names is there by then, and one that has gone since was on its way out.
    manifest.files = await copyFiles(archive, dataDir, onProgress);
    await archive.finish(manifest);
  } catch (error) {
    await archive?.discard();
    throw fullDisk(error) ?? error;
  } finally {
    await client.end();
  }
  return { path, bytes: archive.bytesWritten, manifest: await readBack(path, onProgress) };
}

async function copyTables(client: pg.Client, archive: ArchiveWriter, tables: CopiedTable[], onProgress: BackupOptions['onProgress']) {
  const copied: StoredTable[] = [];
  for (const [at, table] of tables.entries()) {
    onProgress(`Copying ${keyOf(table)}`, at / tables.length);
    const source = client.query(copyTo(`copy (select ${quotedColumns(client, table.columns)} from ${quoted(client, table)}) to stdout`));
    const stored = await archive.add(`tables/${keyOf(table)}`, source as AsyncIterable<Buffer>);
    copied.push({ ...table, ...stored, rows: source.rowCount });
  }
  return copied;
}

async function copyFiles(archive: ArchiveWriter, dataDir: string, onProgress: BackupOptions['onProgress']): Promise<StoredFile[]> {
  const copied: StoredFile[] = [];
  for (const [at, { path, mode }] of dataFiles(dataDir).entries()) {
    onProgress(`Copying the file ${path}`, 1);
    try {
      const stored = await archive.add(`files/${String(at + 1).padStart(6, '0')}`, createReadStream(join(dataDir, path)));
      copied.push({ path, mode, ...stored });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
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
    const found = await client.query<{ value: string; isCalled: boolean }>(
      `select last_value::text as value, is_called as "isCalled" from ${quoted(client, sequence)}`,
    );
    sequences.push({ ...sequence, ...found.rows[0]! });
  }
  return sequences;
}

async function readBack(path: string, onProgress: BackupOptions['onProgress']): Promise<Manifest> {
  try {
    const archive = await ArchiveReader.open(path, (share) => onProgress('Reading it back', share));
    await archive.close();
    return archive.manifest;
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

async function one<Value>(client: pg.Client, text: string): Promise<Value> {
  const { rows } = await client.query<{ value: Value }>(text);
  return rows[0]!.value;
}

function fullDisk(error: unknown): StartupError | null {
  if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') return null;
  return new StartupError('The disk is full: the backup was not made. Free some space, or choose another disk.');
}
