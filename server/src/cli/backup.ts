import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { readConfig } from '../config.ts';
import { makeBackup } from '../db/backup/make-backup.ts';
import type { Manifest } from '../db/backup/manifest.ts';
import { restoreBackup } from '../db/backup/restore-backup.ts';
import { openDatabase } from '../db/open-database.ts';
import { print } from './kit.ts';

export function addBackupCommand(program: Command) {
  program
    .command('backup')
    .description('write everything into one file, while servers go on working')
    .argument('<file|folder>', 'the file to make, or a folder in which it gets a name with the time')
    .action(async (target: string, { json }: { json?: boolean }) => {
      const config = readConfig(process.env);
      const tell = (words: string) => process.stderr.write(`${words} …\n`);
      const database = await openDatabase({ ...config, purpose: 'command', onProgress: tell, onTrouble: tell });
      try {
        const path = pathOf(target);
        const made = await makeBackup({ url: database.url, kind: database.kind, dataDir: config.dataDir, path, onProgress: steps() });
        const summary = { file: made.path, bytes: made.bytes, ...summaryOf(made.manifest) };
        const text = `Wrote ${made.path} (${megabytes(made.bytes)}): ${summary.rows} rows of ${summary.tables} tables and ${summary.files} files, as of ${summary.taken_at}. It was read back and is whole.`;
        print({ json: summary, text }, json === true);
      } finally {
        await database.close();
      }
    });
}

export function addRestoreCommand(program: Command) {
  program
    .command('restore')
    .description('bring a backup back into an empty DATA_DIR (and an empty database, where DATABASE_URL names one)')
    .argument('<file>', 'the backup')
    .action(async (file: string, { json }: { json?: boolean }) => {
      const { dataDir, databaseUrl } = readConfig(process.env);
      const manifest = await restoreBackup({ path: resolve(file), dataDir, databaseUrl, onProgress: steps() });
      const summary = { data_dir: dataDir, ...summaryOf(manifest) };
      const text = `Restored ${summary.rows} rows of ${summary.tables} tables and ${summary.files} files, as of ${summary.taken_at}, into ${dataDir}. Start the server as ever.`;
      print({ json: summary, text }, json === true);
    });
}

function pathOf(target: string): string {
  const path = resolve(target);
  const isFolder = existsSync(path) && statSync(path).isDirectory();
  return isFolder ? join(path, `leadlight-${new Date().toISOString().slice(0, 19).replaceAll(':', '')}Z.tar`) : path;
}

function summaryOf({ takenAt, tables, files, migrations }: Manifest) {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return { taken_at: takenAt, schema: migrations.at(-1)?.name, rows, tables: tables.length, files: files.length };
}

function megabytes(bytes: number): string {
  return `${(bytes / 1024 ** 2).toFixed(1)} MB`;
}

/** Says what is being done, each once; on a terminal with how far it is. */
function steps(): (words: string, share: number) => void {
  let said = '';
  return (words, share) => {
    if (process.stderr.isTTY)
      process.stderr.write(`\r\x1b[K${words} … ${Math.floor(share * 100)} %${share === 1 && words !== said ? '\n' : ''}`);
    else if (words !== said) process.stderr.write(`${words} …\n`);
    said = words;
  };
}
