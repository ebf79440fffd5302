import { accessSync, constants, existsSync, mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { StartupError } from '../lib/startup-error.ts';
import { engineUrl, startEngine } from './embedded/engine.ts';
import { takeFolder } from './embedded/folder-lock.ts';

export type OpenedDatabase = { url: string; kind: 'embedded' | 'external'; enginePid(): number | null; close(): Promise<void> };

export type OpenOptions = {
  dataDir: string;
  databaseUrl: string | null;
  purpose: 'server' | 'command';
  onProgress(words: string): void;
  onTrouble(words: string): void;
};

const leastFreeBytes = 256 * 1024 * 1024;
/** How long a server or command waits for another command that holds the folder for its own short work. */
const patienceMs = 30_000;
/** How long a server waits for one that was just told to stop. */
const stoppingMs = 4000;

/** Reaches the operator's PostgreSQL, or the embedded one: the one that runs already, or one started for us. */
export async function openDatabase(options: OpenOptions): Promise<OpenedDatabase> {
  prepareFolder(options.dataDir);
  if (options.databaseUrl) {
    await tryUrl(options.databaseUrl);
    return { url: options.databaseUrl, kind: 'external', enginePid: () => null, close: async () => {} };
  }
  const began = Date.now();
  for (;;) {
    const taken = takeFolder(options.dataDir, options.purpose);
    if ('release' in taken) return startOwn(options, taken.release);
    const { pid, purpose } = taken.heldBy;
    if (purpose === 'server') {
      if (options.purpose === 'server' && Date.now() > began + stoppingMs) {
        throw new StartupError(
          `Another Leadlight server (process ${pid}) runs on the data folder ${options.dataDir}: stop it, or set DATA_DIR to another folder.`,
        );
      }
      if (options.purpose === 'command' && (await answers(options.dataDir)))
        return { url: engineUrl(options.dataDir), kind: 'embedded', enginePid: () => null, close: async () => {} };
    }
    if (Date.now() > began + patienceMs) {
      throw new StartupError(
        `The data folder ${options.dataDir} is held by another leadlight command (process ${pid}): wait until it has ended.`,
      );
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function startOwn(options: OpenOptions, release: () => void): Promise<OpenedDatabase> {
  try {
    refuseFullDisk(options.dataDir);
    const engine = await startEngine({ folder: options.dataDir, onProgress: options.onProgress, onTrouble: options.onTrouble });
    return {
      url: engine.url,
      kind: 'embedded',
      enginePid: engine.pid,
      async close() {
        await engine.stop();
        release();
      },
    };
  } catch (error) {
    release();
    throw error;
  }
}

function prepareFolder(folder: string) {
  try {
    makeFolder(folder);
    accessSync(folder, constants.W_OK | constants.X_OK);
    const probe = join(folder, `.write-probe.${process.pid}`);
    writeFileSync(probe, 'x');
    rmSync(probe);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    if (code === 'ENOSPC') throw fullDisk(folder);
    const why = {
      EACCES: 'permission is denied',
      EPERM: 'permission is denied',
      EROFS: 'its disk is read-only',
      ENOTDIR: 'a part of the path is a file',
      EEXIST: 'it is a file',
    };
    throw new StartupError(
      `The data folder ${folder} cannot be written (${why[code as keyof typeof why] ?? code}): set DATA_DIR to a folder that may be written.`,
    );
  }
}

/** One level at a time: Node's own recursive form never returns where the system refuses with "no such entry", as /proc does. */
function makeFolder(folder: string) {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

function refuseFullDisk(folder: string) {
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize < leastFreeBytes) throw fullDisk(folder);
}

function fullDisk(folder: string): StartupError {
  return new StartupError(`The disk that holds the data folder ${folder} is full: free at least 256 MB, or set DATA_DIR to another disk.`);
}

async function answers(folder: string): Promise<boolean> {
  try {
    await tryUrl(engineUrl(folder));
    return true;
  } catch {
    return false;
  }
}

async function tryUrl(url: string) {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 8000 });
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (error) {
    const { hostname, port, pathname } = new URL(url);
    const reason = (error as Error).message || (error as NodeJS.ErrnoException).code || 'no answer';
    throw new StartupError(
      `The database at ${hostname}:${port || 5432}${pathname} cannot be reached (${reason}): check DATABASE_URL and that the database runs.`,
    );
  } finally {
    await client.end().catch(() => {});
  }
}
