import { randomBytes } from 'node:crypto';
import { accessSync, constants, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { createFolder } from '../lib/create-folder.ts';
import { errorCode } from '../lib/error-code.ts';
import { errorMessage } from '../lib/error-message.ts';
import { isKeyOf } from '../lib/is-key-of.ts';
import { OperatorError } from '../lib/operator-error.ts';
import { describeHolder, lockFolder } from './embedded/folder-lock.ts';
import { type EmbeddedPostgres, startPostgres } from './embedded/postgres.ts';
import { reachPostgres } from './embedded/reach-postgres.ts';
import { endOwnSessions } from './own-sessions.ts';

type OpenedDatabase = {
  url: string;
  kind: 'embedded' | 'external';
  postgresPid(): number | null;
  /** Also stops the embedded database if this process started it. */
  close(): Promise<void>;
  /** Like `close`, but cancels statements in flight. */
  abort(): Promise<void>;
};

type OpenOptions = {
  dataDir: string;
  databaseUrl: string | null;
  purpose: 'server' | 'command';
  /** Maximum number of connections that the server opens. */
  connections?: number;
  onProgress(message: string): void;
  onWarning(message: string): void;
  /** Cancels the start. */
  signal?: AbortSignal;
};

const minFreeBytes = 256 * 1024 * 1024;
/** How long to wait for a command that holds the data folder. */
const commandTimeoutMs = 30_000;
/** How long a server waits for another one to stop. */
const stopTimeoutMs = 4000;
/** How long a command waits for the database of a server that is starting. */
const startTimeoutMs = 8000;

const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Opens the operator's PostgreSQL, or the embedded one, which is started unless it is already running. */
export async function openDatabase(options: OpenOptions): Promise<OpenedDatabase> {
  prepareFolder(options.dataDir);
  if (options.databaseUrl) {
    await checkConnection(options.databaseUrl);
    const url = options.databaseUrl;
    return { url, kind: 'external', postgresPid: () => null, close: async () => {}, abort: () => endOwnSessions(url) };
  }
  const startMs = Date.now();
  for (;;) {
    const taken = lockFolder(options.dataDir, options.purpose);
    if ('release' in taken) return startEmbedded(options, taken.release);
    const { heldBy } = taken;
    const waitedMs = Date.now() - startMs;
    if (heldBy?.purpose === 'server' && options.purpose === 'server' && waitedMs > stopTimeoutMs) {
      throw new OperatorError(
        `Another Leadlight server (${describeHolder(heldBy)}) is using the data folder ${options.dataDir}: stop it, or set DATA_DIR to another folder.`,
      );
    }
    if (heldBy?.purpose === 'server' && options.purpose === 'command') {
      const url = await reachPostgres(options.dataDir);
      if (url) return { url, kind: 'embedded', postgresPid: () => null, close: async () => {}, abort: async () => {} };
      if (waitedMs > startTimeoutMs) {
        throw new OperatorError(
          `A Leadlight server (${describeHolder(heldBy)}) is using the data folder ${options.dataDir}, but its database cannot be reached from here: wait until it has started, run the command on the same machine, or stop the server first.`,
        );
      }
    }
    if (waitedMs > commandTimeoutMs) {
      throw new OperatorError(
        `The data folder ${options.dataDir} is in use by another leadlight command (${describeHolder(heldBy)}): wait until it has finished.`,
      );
    }
    await pause(100);
  }
}

async function startEmbedded(options: OpenOptions, release: () => void): Promise<OpenedDatabase> {
  const { dataDir: folder, purpose, connections, onProgress, onWarning, signal = new AbortController().signal } = options;
  const interruption = new AbortController();
  let starting: Promise<EmbeddedPostgres> | null = null;
  let closing: Promise<void> | null = null;
  // Also closes a database that is still starting.
  const close = () => {
    closing ??= stopAfterStart(starting).finally(() => {
      for (const name of stopSignals) process.off(name, interrupt);
      release();
    });
    return closing;
  };
  const interrupt = () => {
    interruption.abort(new OperatorError('The command was interrupted.'));
    void close().finally(() => process.exit(1));
  };
  // An interrupted command must not leave the database it started running.
  if (purpose === 'command') for (const name of stopSignals) process.on(name, interrupt);
  try {
    refuseFullDisk(folder);
    starting = startPostgres({ folder, onProgress, onWarning, connections, signal: AbortSignal.any([signal, interruption.signal]) });
    const postgres = await starting;
    interruption.signal.throwIfAborted();
    return { url: postgres.url, kind: 'embedded', postgresPid: postgres.pid, close, abort: close };
  } catch (error) {
    await close();
    throw interruption.signal.aborted ? interruption.signal.reason : error;
  }
}

async function stopAfterStart(starting: Promise<EmbeddedPostgres> | null): Promise<void> {
  const postgres = await starting?.catch(() => null);
  await postgres?.stop();
}

function prepareFolder(folder: string) {
  try {
    createFolder(folder);
    accessSync(folder, constants.W_OK | constants.X_OK);
    const probe = join(folder, `.write-probe.${randomBytes(6).toString('hex')}`);
    try {
      writeFileSync(probe, 'x');
    } finally {
      rmSync(probe, { force: true });
    }
  } catch (error) {
    const code = errorCode(error);
    if (code === undefined) throw error;
    if (code === 'ENOSPC') throw fullDisk(folder);
    const reasons = {
      EACCES: 'permission denied',
      EPERM: 'permission denied',
      EROFS: 'its disk is read-only',
      ENOTDIR: 'a part of the path is a file',
      EEXIST: 'it is a file',
    };
    throw new OperatorError(
      `The data folder ${folder} is not writable (${isKeyOf(reasons, code) ? reasons[code] : code}): set DATA_DIR to a writable folder.`,
    );
  }
}

function refuseFullDisk(folder: string) {
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize < minFreeBytes) throw fullDisk(folder);
}

function fullDisk(folder: string): OperatorError {
  return new OperatorError(`The disk that holds the data folder ${folder} is full: free at least 256 MB, or set DATA_DIR to another disk.`);
}

async function checkConnection(url: string) {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 8000 });
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (error) {
    const { hostname, port, pathname } = new URL(url);
    const reason = errorMessage(error) || errorCode(error) || 'no response';
    throw new OperatorError(
      `The database at ${hostname}:${port || 5432}${pathname} cannot be reached (${reason}): check DATABASE_URL and that the database is running.`,
    );
  } finally {
    await client.end().catch(() => {});
  }
}
