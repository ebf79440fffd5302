import { resolve, sep } from 'node:path';
import { duration, type Setting, wholeNumber } from './setting.ts';

export type BackupConfig = {
  backupDir: string | null;
  /** Null disables scheduled backups. */
  backupEveryMs: number | null;
  backupKeep: number;
};

/** Scheduled backups. */
export const backupSettings: { [Key in keyof BackupConfig]: Setting<BackupConfig[Key]> } = {
  backupDir: {
    variable: 'BACKUP_DIR',
    default: '',
    allowed: 'a folder outside of DATA_DIR, required if BACKUP_EVERY is set',
    meaning:
      'Folder for scheduled backups and for `leadlight backup` without an argument. Every process with the role `worker` needs the same folder.',
    read: (text) => (text === '' ? null : resolve(text)),
  },
  backupEveryMs: {
    variable: 'BACKUP_EVERY',
    default: 'off',
    allowed: 'off, or a duration from 15m to 31d such as 6h, 24h or 7d',
    meaning:
      'How often a process with the role `worker` writes a backup to `BACKUP_DIR`. The first is written immediately; intervals are counted in UTC, so `24h` means at midnight.',
    read: (text) => (text === 'off' ? null : duration(text, 15 * 60_000, 31 * 86_400_000)),
  },
  backupKeep: {
    variable: 'BACKUP_KEEP',
    default: '7',
    allowed: 'a whole number from 1 to 10000',
    meaning: 'Number of scheduled backups to keep; older ones are deleted once a new one has been written and verified.',
    read: (text) => wholeNumber(text, 1, 10_000),
  },
};

/** Whether BACKUP_DIR is missing although BACKUP_EVERY is set, or is inside DATA_DIR, which backups contain. */
export function isBackupDirWrong({ backupDir, backupEveryMs, dataDir }: Partial<BackupConfig & { dataDir: string }>): boolean {
  if (backupDir === null) return typeof backupEveryMs === 'number';
  return backupDir !== undefined && `${backupDir}${sep}`.startsWith(`${dataDir}${sep}`);
}
