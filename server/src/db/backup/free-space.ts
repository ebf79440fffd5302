import { statfs } from 'node:fs/promises';
import type pg from 'pg';
import { firstOf } from '../../lib/first-of.ts';
import { OperatorError } from '../../lib/operator-error.ts';

/** Allows for growth since the newest backup. */
const growth = 1.25;
/** Size of a compressed dump relative to the database with its indexes. Used for the first backup only. */
const compressedShare = 0.25;
/** Space that is left free for other programs. */
const reserveBytes = 64 * 1024 ** 2;

/** Refuses to start a backup that would fill the disk. */
export async function refuseLowDiskSpace(client: pg.Client, folder: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const freeBytes = bavail * bsize;
  const neededBytes = (await estimateBackupBytes(client)) + reserveBytes;
  if (freeBytes >= neededBytes) return;
  throw new OperatorError(
    `The disk of ${folder} has too little space for a backup (about ${megabytes(neededBytes)} needed, ${megabytes(freeBytes)} free): free some space, or choose another disk.`,
  );
}

/** Estimates the size of the next backup from the newest one, or from the size of the database if there is none. */
async function estimateBackupBytes(client: pg.Client): Promise<number> {
  const { rows: tables } = await client.query<{ hasTable: boolean }>(
    'select to_regclass(\'public.backup_runs\') is not null as "hasTable"',
  );
  if (firstOf(tables).hasTable) {
    const { rows } = await client.query<{ bytes: string }>(
      'select bytes from backup_runs where error is null order by started_at > now(), started_at desc limit 1',
    );
    if (rows[0]) return Number(rows[0].bytes) * growth;
  }
  const { rows } = await client.query<{ bytes: string }>('select pg_database_size(current_database()) as bytes');
  return Number(firstOf(rows).bytes) * compressedShare;
}

function megabytes(bytes: number): string {
  return `${Math.ceil(bytes / 1024 ** 2).toLocaleString('en')} MB`;
}
