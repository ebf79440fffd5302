type WrittenBackup = { path: string; bytes: number };

/** Scheduled backups into the operator's folder. */
export type BackupSchedule = {
  everyMs: number;
  keep: number;
  /** Returns the path for a backup file. */
  pathOf(name: string): string;
  /** Returns null when another backup of this database is in progress. */
  write(path: string, signal?: AbortSignal): Promise<WrittenBackup | null>;
  delete(path: string): Promise<void>;
};
