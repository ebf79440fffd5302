type WrittenBackup = { path: string; bytes: number };

/** Scheduled backups into the operator's folder, where a process has them configured. */
export type BackupSchedule = {
  everyMs: number;
  keep: number;
  /** Where the file of this name will be. */
  pathOf(name: string): string;
  /** Null when another backup of this database is being written. */
  write(path: string, signal?: AbortSignal): Promise<WrittenBackup | null>;
  delete(path: string): Promise<void>;
};
