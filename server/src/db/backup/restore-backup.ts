import { chmodSync, closeSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statfsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { StartupError } from '../../lib/startup-error.ts';
import { claimCluster } from '../embedded/claim-cluster.ts';
import { startEngine } from '../embedded/engine.ts';
import { describeHolder, takeFolder } from '../embedded/folder-lock.ts';
import { migrate } from '../migrate.ts';
import { ArchiveReader } from './archive-reader.ts';
import { isCache } from './left-out.ts';
import { checkSchema, type LoadProgress, loadBackup } from './load-backup.ts';
import type { Manifest } from './manifest.ts';

/** With less than this PostgreSQL cannot write its next file. */
const leastFreeBytes = 16 * 1024 ** 2;

type RestoreOptions = {
  path: string;
  dataDir: string;
  databaseUrl: string | null;
  onProgress: LoadProgress;
  /** What is done in the database that has come back, before it is put into place. */
  onRestored?(url: string, manifest: Manifest): Promise<void>;
};

/**
 * Brings a backup back. The data folder must hold nothing that lives: everything is made in a folder inside it and moved into
 * place when it is whole, the database last, so that a restore that is interrupted leaves no folder that a server would take.
 */
export async function restoreBackup({ path, dataDir, databaseUrl, onProgress, onRestored }: RestoreOptions): Promise<Manifest> {
  const archive = await ArchiveReader.open(path, (share) => onProgress('Checking the backup', share));
  try {
    checkSchema(archive.manifest);
    mkdirSync(dataDir, { recursive: true });
    const taken = takeFolder(dataDir, 'command');
    if ('heldBy' in taken) {
      throw new StartupError(`The data folder ${dataDir} is in use (${describeHolder(taken.heldBy)}): set DATA_DIR to an empty folder.`);
    }
    const draft = join(dataDir, 'restoring');
    await endInterruptedRestore(draft);
    try {
      refuseLiving(dataDir);
      rmSync(draft, { recursive: true, force: true });
      mkdirSync(draft, { mode: 0o700 });
      await fill(archive, draft, { databaseUrl, onProgress, onRestored });
      moveIntoPlace(draft, dataDir);
    } catch (error) {
      throw fullDisk(error, dataDir) ?? error;
    } finally {
      rmSync(draft, { recursive: true, force: true });
      taken.release();
    }
    return archive.manifest;
  } finally {
    await archive.close();
  }
}

/** PostgreSQL may only say that it ended, so the disk is asked as well, before the draft is deleted. */
function fullDisk(error: unknown, dataDir: string): StartupError | null {
  const { code, message } = error as NodeJS.ErrnoException;
  const { bavail, bsize } = statfsSync(dataDir);
  const isFull = code === 'ENOSPC' || code === '53100' || message.includes('No space left on device') || bavail * bsize < leastFreeBytes;
  if (!isFull) return null;
  return new StartupError(
    `The disk that holds the data folder ${dataDir} is full: nothing was restored. Free some space, or set DATA_DIR to another disk.`,
  );
}

/** A restore that was killed leaves the database running that it was filling. */
async function endInterruptedRestore(draft: string) {
  const cluster = join(draft, 'postgres');
  if (existsSync(cluster)) closeSync(await claimCluster(cluster, () => {}));
}

function refuseLiving(dataDir: string) {
  const living = readdirSync(dataDir).filter((name) => name !== 'restoring' && !name.startsWith('owner.lock') && !isCache(name));
  if (living.length === 0) return;
  throw new StartupError(
    `The data folder ${dataDir} is not empty (it holds ${living.slice(0, 3).join(', ')}): a backup never overwrites one. Set DATA_DIR to an empty folder.`,
  );
}

async function fill(
  archive: ArchiveReader,
  draft: string,
  { databaseUrl, onProgress, onRestored }: Pick<RestoreOptions, 'databaseUrl' | 'onProgress' | 'onRestored'>,
) {
  const tell = (words: string) => onProgress(words, 1);
  const engine = databaseUrl ? null : await startEngine({ folder: draft, onProgress: tell, onTrouble: tell });
  try {
    const url = databaseUrl ?? engine!.url;
    await loadBackup(url, archive, onProgress);
    await migrate(url, tell);
    await onRestored?.(url, archive.manifest);
  } finally {
    await engine?.stop();
  }
  for (const file of archive.manifest.files) {
    // Earlier versions stored caches too.
    if (isCache(file.path)) continue;
    const target = resolve(draft, file.path);
    // A path of the archive must not lead out of the folder.
    if (!target.startsWith(draft + sep)) throw new StartupError(`The backup holds a file outside of the data folder: ${file.path}`);
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
  const last = (name: string) => (name === 'postgres' ? 1 : 0);
  for (const name of readdirSync(draft).sort((a, b) => last(a) - last(b))) {
    if (existsSync(join(dataDir, name))) throw new StartupError(`${join(dataDir, name)} appeared meanwhile: nothing was restored over it.`);
    renameSync(join(draft, name), join(dataDir, name));
  }
}
