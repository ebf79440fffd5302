import { existsSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import type { Command } from 'commander';
import { type Config, readConfig } from '../config.ts';
import { createBackup } from '../db/backup/create-backup.ts';
import type { Manifest } from '../db/backup/manifest.ts';
import { restoreBackup } from '../db/backup/restore-backup.ts';
import { openDatabase } from '../db/open-database.ts';
import { recordAudit } from '../domain/audit/record-audit.ts';
import { backupName } from '../domain/backups/backup-name.ts';
import { recordBackup } from '../domain/backups/record-backup.ts';
import { Problem } from '../domain/problem.ts';
import { OperatorError } from '../lib/operator-error.ts';
import { asOperator } from './on-database.ts';
import { printOutput } from './print-output.ts';
import { terminalProgress } from './terminal-progress.ts';

export function addBackupCommand(program: Command) {
  program
    .command('backup')
    .description('back up everything to one file; servers can keep running')
    .argument('[file|folder]', 'file to write, or folder for a file named after the time (default: BACKUP_DIR)')
    .action(async (target: string | undefined, { json }: { json?: boolean }) => {
      const config = readConfig(process.env);
      const startedAt = new Date();
      const path = target === undefined ? inBackupDir(config, startedAt) : pathOf(target, startedAt);
      const show = (message: string) => process.stderr.write(`${message}…\n`);
      const database = await openDatabase({ ...config, purpose: 'command', onProgress: show, onWarning: show });
      try {
        const backup = await createBackup({
          url: database.url,
          kind: database.kind,
          dataDir: config.dataDir,
          path,
          onProgress: terminalProgress(),
        });
        const summary = { file: backup.path, bytes: backup.bytes, ...summaryOf(backup.manifest) };
        // An upgrade begins with a backup, and the database of an older version may lack the tables for these records.
        if (backup.manifest.migrations.some(({ name }) => name === '0013-audit-and-operations')) {
          await auditBackup(config, database.url, 'backup.made', backup);
          const outcome = { startedAt, isScheduled: false, path, bytes: backup.bytes };
          await asOperator(config, database.url, (ctx) => recordBackup(ctx, outcome));
        }
        const text = `Wrote ${backup.path} (${megabytes(backup.bytes)}): ${summary.rows} rows of ${summary.tables} tables and ${summary.files} files, as of ${summary.taken_at}. The file was read back and verified.`;
        printOutput({ json: summary, text }, json === true);
      } finally {
        await database.close();
      }
    });
}

export function addRestoreCommand(program: Command) {
  program
    .command('restore')
    .description('restore a backup into an empty DATA_DIR (and an empty database if DATABASE_URL is set)')
    .argument('<file>', 'the backup')
    .action(async (file: string, { json }: { json?: boolean }) => {
      const config = readConfig(process.env);
      const { dataDir, databaseUrl } = config;
      const path = resolve(file);
      const onRestored = (url: string, manifest: Manifest) => auditBackup(config, url, 'backup.restored', { path, manifest });
      const manifest = await restoreBackup({ path, dataDir, databaseUrl, onProgress: terminalProgress(), onRestored });
      const summary = { data_dir: dataDir, ...summaryOf(manifest) };
      const text = `Restored ${summary.rows} rows of ${summary.tables} tables and ${summary.files} files, as of ${summary.taken_at}, into ${dataDir}. You can start the server now.`;
      printOutput({ json: summary, text }, json === true);
    });
}

function auditBackup(config: Config, url: string, action: string, { path, manifest }: { path: string; manifest: Manifest }): Promise<void> {
  return asOperator(config, url, (ctx) =>
    recordAudit(ctx, ctx.db, { for: 'operator', action, subject: { kind: 'backup', id: basename(path) }, detail: summaryOf(manifest) }),
  );
}

function inBackupDir({ backupDir }: Config, startedAt: Date): string {
  if (backupDir === null) throw new Problem('invalid_input', 'Specify a file or a folder, or set BACKUP_DIR.');
  return join(backupDir, backupName(startedAt));
}

function pathOf(target: string, startedAt: Date): string {
  const path = resolve(target);
  const isFolder = existsSync(path) && statSync(path).isDirectory();
  if (!isFolder && target.endsWith('/')) throw new OperatorError(`The folder ${path} does not exist: create it, or choose another one.`);
  return isFolder ? join(path, backupName(startedAt)) : path;
}

function summaryOf({ takenAt, tables, files, migrations }: Manifest) {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return { taken_at: takenAt, schema: migrations.at(-1)?.name, rows, tables: tables.length, files: files.length };
}

function megabytes(bytes: number): string {
  return `${(bytes / 1024 ** 2).toFixed(1)} MB`;
}
