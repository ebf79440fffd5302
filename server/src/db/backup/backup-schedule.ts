import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { BackupSchedule } from '../../domain/backups/backup-schedule.ts';
import { BackupRunning, createBackup } from './create-backup.ts';

type Settings = { backupDir: string | null; backupEveryMs: number | null; backupKeep: number; dataDir: string; databaseUrl: string | null };

/** Returns the configured schedule, or undefined if BACKUP_EVERY is not set. */
export function backupSchedule(
  { backupDir, backupEveryMs, backupKeep, dataDir, databaseUrl }: Settings,
  url: string,
): BackupSchedule | undefined {
  if (backupEveryMs === null || backupDir === null) return undefined;
  return {
    everyMs: backupEveryMs,
    keep: backupKeep,
    pathOf: (name) => join(backupDir, name),
    async write(path, signal) {
      try {
        const kind = databaseUrl === null ? 'embedded' : 'external';
        const { bytes } = await createBackup({ url, kind, dataDir, path, signal, onProgress: () => {} });
        return { path, bytes };
      } catch (error) {
        if (error instanceof BackupRunning) return null;
        throw error;
      }
    },
    delete: (path) => rm(path, { force: true }),
  };
}
