/** Backup file names sort by start time. */
export function backupName(startedAt: Date): string {
  return `leadlight-${startedAt.toISOString().slice(0, 19).replaceAll(':', '')}Z.tar`;
}
