import { chmodSync, closeSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statfsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { errorCode } from '../../lib/error-code.ts';
import { errorMessage } from '../../lib/error-message.ts';
import { isCache } from '../../lib/is-cache.ts';
import { OperatorError } from '../../lib/operator-error.ts';
import { claimCluster } from '../embedded/claim-cluster.ts';
import { describeHolder, lockFolder } from '../embedded/folder-lock.ts';
import { endLeftOverInitdb, startPostgres } from '../embedded/postgres.ts';
import { migrate } from '../migrate.ts';
import { ArchiveReader } from './archive-reader.ts';
import { checkSchema, type LoadProgress, loadBackup } from './load-backup.ts';
import type { Manifest } from './manifest.ts';

/** Size of a WAL segment: with less free space, PostgreSQL cannot create the next one. */
const minFreeBytes = 16 * 1024 ** 2;

const interruptions = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

type RestoreOptions = {
  path: string;
  dataDir: string;
  databaseUrl: string | null;
  onProgress: LoadProgress;
  /** Runs on the restored database; an embedded one is put into place afterwards. */
  onRestored?(url: string, manifest: Manifest): Promise<void>;
};

/**
 * Restores a backup into an empty data folder. Everything is prepared in a subfolder and moved into place when complete, the
 * database last, so an interrupted restore leaves nothing that a server would start with.
 */
export async function restoreBackup({ path, dataDir, databaseUrl, onProgress, onRestored }: RestoreOptions): Promise<Manifest> {
  const archive = await ArchiveReader.open(path, (share) => onProgress('Checking the backup', share));
  try {
    checkSchema(archive.manifest);
    mkdirSync(dataDir, { recursive: true });
    const taken = lockFolder(dataDir, 'command');
    if ('heldBy' in taken) {
      throw new OperatorError(`The data folder ${dataDir} is in use (${describeHolder(taken.heldBy)}): set DATA_DIR to an empty folder.`);
    }
    const draft = join(dataDir, 'restoring');
    const interruption = new AbortController();
    /** Whether the data is in the operator's own PostgreSQL and the files are in place: what follows can be repeated by a start. */
    let isRestored = false;
    const interrupt = () => interruption.abort(new OperatorError('The restore was interrupted: nothing was restored.'));
    for (const signal of interruptions) process.once(signal, interrupt);
    try {
      await endInterruptedRestore(draft);
      refuseDataFolderWithData(dataDir);
      rmSync(draft, { recursive: true, force: true });
      mkdirSync(draft, { mode: 0o700 });
      await writeFiles(archive, draft, interruption.signal);
      const restore = { draft, dataDir, signal: interruption.signal, onProgress, onRestored };
      if (databaseUrl === null) await restoreEmbedded(archive, restore);
      else {
        await loadExternal(archive, { ...restore, url: databaseUrl });
        isRestored = true;
        await finishExternal(archive, { ...restore, url: databaseUrl });
      }
    } catch (error) {
      if (isRestored) throw error;
      interruption.signal.throwIfAborted();
      throw fullDisk(error, dataDir) ?? error;
    } finally {
      for (const signal of interruptions) process.off(signal, interrupt);
      rmSync(draft, { recursive: true, force: true });
      taken.release();
    }
    return archive.manifest;
  } finally {
    await archive.close();
  }
}

/**
 * Maps errors caused by a full disk. PostgreSQL may report only that it exited, so this also checks the free space. Must be called before
 * the draft is deleted, which frees space.
 */
function fullDisk(error: unknown, dataDir: string): OperatorError | null {
  const code = errorCode(error);
  const { bavail, bsize } = statfsSync(dataDir);
  const isFull =
    code === 'ENOSPC' || code === '53100' || errorMessage(error).includes('No space left on device') || bavail * bsize < minFreeBytes;
  if (!isFull) return null;
  return new OperatorError(
    `The disk that holds the data folder ${dataDir} is full: nothing was restored. Free some space, or set DATA_DIR to another disk.`,
  );
}

/** Stops the database that a killed restore left running, or waits for one that is being created. */
async function endInterruptedRestore(draft: string) {
  await endLeftOverInitdb(draft);
  const cluster = join(draft, 'postgres');
  if (existsSync(cluster)) closeSync(await claimCluster(cluster, () => {}));
}

function refuseDataFolderWithData(dataDir: string) {
  const existing = readdirSync(dataDir).filter((name) => name !== 'restoring' && !name.startsWith('owner.lock') && !isCache(name));
  if (existing.length === 0) return;
  throw new OperatorError(
    `The data folder ${dataDir} is not empty (it contains ${existing.slice(0, 3).join(', ')}), and a restore never overwrites data: set DATA_DIR to an empty folder.`,
  );
}

type Restore = Pick<RestoreOptions, 'dataDir' | 'onProgress' | 'onRestored'> & { draft: string; signal: AbortSignal };

async function restoreEmbedded(archive: ArchiveReader, { draft, dataDir, signal, onProgress, onRestored }: Restore) {
  const report = (message: string) => onProgress(message, 1);
  const postgres = await startPostgres({ folder: draft, onProgress: report, onWarning: report, signal });
  try {
    await loadBackup(postgres.url, archive, { onProgress, signal, beforeCommit: () => {} });
    await migrate(postgres.url, report);
    await onRestored?.(postgres.url, archive.manifest);
  } finally {
    await postgres.stop();
  }
  signal.throwIfAborted();
  moveIntoPlace(draft, dataDir);
}

/** Puts the files into place before the database has data, because a server takes a database with accounts for complete. */
async function loadExternal(archive: ArchiveReader, { draft, dataDir, url, signal, onProgress }: Restore & { url: string }) {
  await loadBackup(url, archive, { onProgress, signal, beforeCommit: () => moveIntoPlace(draft, dataDir) });
}

async function finishExternal(archive: ArchiveReader, { url, onProgress, onRestored }: Restore & { url: string }) {
  await migrate(url, (message) => onProgress(message, 1));
  await onRestored?.(url, archive.manifest);
}

async function writeFiles(archive: ArchiveReader, draft: string, signal: AbortSignal) {
  for (const file of archive.manifest.files) {
    signal.throwIfAborted();
    // Backups of earlier versions contain caches.
    if (isCache(file.path)) continue;
    const target = resolve(draft, file.path);
    // Prevents path traversal.
    if (!target.startsWith(draft + sep)) throw new OperatorError(`The backup contains a file outside the data folder: ${file.path}`);
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
    const handle = await open(target, 'wx', 0o600);
    try {
      for await (const piece of archive.read(file)) await handle.writeFile(piece);
      await handle.sync();
    } finally {
      await handle.close();
    }
    chmodSync(target, file.mode);
  }
}

function moveIntoPlace(draft: string, dataDir: string) {
  const rank = (name: string) => (name === 'postgres' ? 1 : 0);
  for (const name of readdirSync(draft).sort((a, b) => rank(a) - rank(b))) {
    if (existsSync(join(dataDir, name)))
      throw new OperatorError(`${join(dataDir, name)} was created during the restore and was not overwritten.`);
    renameSync(join(draft, name), join(dataDir, name));
  }
}
