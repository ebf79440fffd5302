/** The name of a backup that was begun at that time; names sort by age. */
export function backupName(startedAt: Date): string {
  return `leadlight-${startedAt.toISOString().slice(0, 19).replaceAll(':', '')}Z.tar`;
}
