import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, closeSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { errorMessage } from '../../lib/error-message.ts';
import { lockFileWithin } from '../../lib/file-lock.ts';
import { freePort } from '../../lib/free-port.ts';
import { OperatorError } from '../../lib/operator-error.ts';
import { findBinaries } from './binaries.ts';
import { claimCluster } from './claim-cluster.ts';
import { failureReason } from './failure-reason.ts';
import { LogFile } from './log-file.ts';
import { memorySettings } from './memory-settings.ts';
import {
  type PostgresAddress,
  postgresDatabase,
  postgresSocketUrl,
  postgresUser,
  readAddress,
  urlOf,
  writeAddress,
} from './postgres-address.ts';
import { isReachable } from './reach-postgres.ts';
import { type RunAs, runAs } from './run-as.ts';
import { userNameEnvironment } from './user-name-environment.ts';

type PostgresOptions = {
  folder: string;
  onProgress(message: string): void;
  /** Called when the database exits unexpectedly and when a restart fails. */
  onWarning(message: string): void;
  /** Maximum number of connections that the server opens. */
  connections?: number;
  /** False disables fsync and synchronous commits, which makes tests faster. */
  durable?: boolean;
  /** Cancels the start. */
  signal?: AbortSignal;
};

/** Connections for commands, backups and other programs, in addition to those of the server. */
const otherConnections = 100;
const passwordFileName = 'postgres.password';
const leftOverInitdbMs = 30_000;
/**
 * Time limits for a clean shutdown and for the whole shutdown. Together with the time for requests in flight, they fit into the ten seconds
 * that service managers wait before they send SIGKILL.
 */
const cleanShutdownMs = 4500;
const shutdownMs = 5200;
const reachTimeoutMs = 2000;
/** Number of failed attempts to reach the port, within a few seconds, after which the socket is tried as well. */
const attemptsBeforeSocket = 100;
const logCheckMs = 60_000;
const cancelled = 'The start of the database was cancelled.';

export type EmbeddedPostgres = { url: string; pid(): number | null; stop(): Promise<void> };

/** Starts PostgreSQL in the folder, creating the database if necessary, and restarts it if it dies. */
export async function startPostgres({
  folder,
  onProgress,
  onWarning,
  connections = 100,
  durable = true,
  signal,
}: PostgresOptions): Promise<EmbeddedPostgres> {
  const binaries = findBinaries();
  const cluster = join(folder, 'postgres');
  const as = runAs(binaries, cluster);
  if (!existsSync(cluster)) {
    onProgress('Creating the database');
    await createCluster(folder, cluster, binaries.initdb, as, signal);
  }
  const log = new LogFile(join(folder, 'logs'), 'postgres.log');
  const address = { ...readAddress(folder), port: await freePort() };
  writeAddress(folder, address);

  let child: ChildProcess;
  let hasSocket = true;
  let restart: Promise<void> | null = null;
  const stopping = new AbortController();
  const ending = AbortSignal.any([stopping.signal, ...(signal ? [signal] : [])]);
  const launch = async () => {
    const lock = await claimCluster(cluster, onProgress);
    const output = log.open();
    try {
      const settings = launchSettings({ port: address.port, hasSocket, connections, durable });
      child = spawnAs(as, binaries.postgres, ['-D', cluster, ...settings], output.descriptor, lock);
    } finally {
      output.close();
      closeSync(lock);
    }
    const launched = child;
    await waitUntilReady(launched, folder, address, output.written, ending);
    launched.once('exit', () => {
      if (stopping.signal.aborted) return;
      onWarning('The embedded database exited unexpectedly; restarting it');
      restart = relaunch();
    });
  };
  const relaunch = async () => {
    for (let pauseMs = 100; !stopping.signal.aborted; pauseMs = Math.min(pauseMs * 2, 5000)) {
      try {
        await launch();
        return;
      } catch (error) {
        if (stopping.signal.aborted) return;
        onWarning(`The embedded database could not be restarted yet: ${errorMessage(error)}`);
        await pause(pauseMs);
      }
    }
  };

  const stop = async () => {
    stopping.abort();
    await restart;
    await shutDown(child);
  };

  try {
    await launch();
  } catch (error) {
    // Some file systems, such as folders shared with a virtual machine, do not support Unix sockets. Without a socket, commands reach the
    // database only within the server's network namespace.
    if (!/Unix-domain socket/.test(errorMessage(error))) throw error;
    hasSocket = false;
    await launch();
  }
  let url: string;
  try {
    await createDatabase(address);
    url = (hasSocket && (await findSocketUrl(folder))) || urlOf(address);
  } catch (error) {
    await stop();
    throw error;
  }
  const logTimer = setInterval(() => {
    try {
      log.rotateIfLarge();
    } catch (error) {
      onWarning(`The log of the embedded database could not be rotated: ${errorMessage(error)}`);
    }
  }, logCheckMs).unref();
  return {
    url,
    pid: () => child.pid ?? null,
    async stop() {
      clearInterval(logTimer);
      await stop();
    },
  };
}

/** Waits until an initdb that a killed process left behind in the folder has exited. */
export async function endLeftOverInitdb(folder: string): Promise<void> {
  const passwordFile = join(folder, passwordFileName);
  if (existsSync(passwordFile)) closeSync(await lockPasswordFile(passwordFile));
}

/** An initdb left behind by a killed process holds this lock until it exits. */
async function lockPasswordFile(passwordFile: string): Promise<number> {
  const lock = await lockFileWithin(passwordFile, leftOverInitdbMs);
  if (lock !== null) return lock;
  throw new OperatorError(
    `Another process is creating the database in ${dirname(passwordFile)}: wait until it has finished, or stop it, and start again.`,
  );
}

/**
 * The URL of the Unix socket, through which statements take about a tenth less CPU time than over the loopback interface. Returns null if
 * it cannot be reached, or only from this process because its path is too long.
 */
async function findSocketUrl(folder: string): Promise<string | null> {
  const url = postgresSocketUrl(folder);
  const isUsableByOthers = new URL(url).searchParams.get('host') === join(folder, 'postgres');
  return isUsableByOthers && (await isReachable(url, reachTimeoutMs)) ? url : null;
}

async function createCluster(folder: string, cluster: string, initdb: string, as: RunAs, signal?: AbortSignal) {
  const draft = join(folder, 'postgres.new');
  const passwordFile = join(folder, passwordFileName);
  const password = randomBytes(24).toString('base64url');
  const lock = await lockPasswordFile(passwordFile);
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (as.owner) for (const path of [draft, passwordFile]) chownSync(path, as.owner.uid, as.owner.gid);
  try {
    const args = ['-D', draft, '-U', postgresUser, `--pwfile=${passwordFile}`, '-A', 'scram-sha-256', '-E', 'UTF8'];
    const format = ['--locale-provider=builtin', '--locale=C.UTF-8', '--data-checksums', '--no-instructions'];
    // Iterations protect only weak passwords, and every new connection would repeat them.
    const iterations = ['--set=scram_iterations=1'];
    await waitForInitdb(spawnAs(as, initdb, [...args, ...format, ...iterations], 'pipe', lock, userNameEnvironment()), signal);
  } finally {
    rmSync(passwordFile, { force: true });
    closeSync(lock);
  }
  writeAddress(folder, { port: 0, password });
  // Renamed last, so that a folder with this name is always complete.
  renameSync(draft, cluster);
}

type LaunchOptions = { port: number; hasSocket: boolean; connections: number; durable: boolean };

function launchSettings({ port, hasSocket, connections, durable }: LaunchOptions): string[] {
  const memory = process.constrainedMemory();
  const settings: Record<string, string> = {
    ...memorySettings(memory > 0 ? Math.min(memory, totalmem()) : totalmem()),
    listen_addresses: '127.0.0.1',
    port: String(port),
    // Relative to the database folder, because the path of a socket must be short.
    unix_socket_directories: hasSocket ? '.' : '',
    unix_socket_permissions: '0700',
    max_connections: String(connections + otherConnections),
    password_encryption: 'scram-sha-256',
    log_line_prefix: '%m [%p] ',
    log_checkpoints: 'off',
    log_min_duration_statement: '2000',
    // Logged statements must not reveal personal data.
    log_parameter_max_length: '0',
    log_min_error_statement: 'panic',
    max_wal_size: '4GB',
    checkpoint_timeout: '15min',
    random_page_cost: '1.1',
    jit: 'off',
    // Tests create hundreds of databases from a template: cloning one takes a third of the CPU time of copying it.
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', file_copy_method: 'clone' }),
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** Starts a program that holds the lock while it or any of its child processes is alive. */
function spawnAs(as: RunAs, program: string, args: string[], output: number | 'pipe', lock: number, environment = {}): ChildProcess {
  const { program: real, args: realArgs, ...ids } = as.command(program, args);
  const stdio: StdioOptions = ['ignore', output, output, lock];
  return spawn(real, realArgs, {
    ...ids,
    cwd: '/',
    // Its own process group, so that Ctrl-C reaches only the server, which then stops the database.
    detached: true,
    stdio,
    env: { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/local/bin:/usr/bin:/bin', ...environment },
  });
}

function waitForInitdb(child: ChildProcess, signal?: AbortSignal): Promise<void> {
  const output = outputOf(child);
  return new Promise((resolve, reject) => {
    // initdb removes its files on SIGTERM.
    const cancel = () => child.kill('SIGTERM');
    if (signal?.aborted) cancel();
    signal?.addEventListener('abort', cancel);
    child.once('error', (error) => reject(cannotRun(error)));
    child.once('exit', (code) => {
      signal?.removeEventListener('abort', cancel);
      if (code === 0) resolve();
      else reject(new OperatorError(signal?.aborted ? cancelled : `The database could not be created: ${failureReason(output())}`));
    });
  });
}

/** Waits until the database accepts connections; stops it if it does not. */
function waitUntilReady(
  child: ChildProcess,
  folder: string,
  address: PostgresAddress,
  output: () => string,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let isSettled = false;
    const fail = (error: Error) => {
      isSettled = true;
      reject(error);
    };
    child.once('error', (error) => fail(cannotRun(error)));
    child.once('exit', () =>
      fail(new OperatorError(signal.aborted ? cancelled : `The database did not start: ${failureReason(output())}`)),
    );
    const poll = async () => {
      for (let attempts = 1; !isSettled; attempts++) {
        if (signal.aborted) return shutDown(child);
        // Recovery may take long, but once the socket responds, the port must respond too.
        if (
          attempts % attemptsBeforeSocket === 0 &&
          (await isReachable(postgresSocketUrl(folder), reachTimeoutMs)) &&
          !(await isReachable(urlOf(address), reachTimeoutMs))
        ) {
          fail(
            new OperatorError(
              'PostgreSQL is running but does not respond on 127.0.0.1: bring the loopback interface up (ip link set lo up).',
            ),
          );
          return shutDown(child);
        }
        if (await isReachable(urlOf(address, 'postgres'), reachTimeoutMs)) {
          isSettled = true;
          resolve();
        } else await pause(25);
      }
    };
    void poll();
  });
}

async function createDatabase(address: PostgresAddress) {
  const client = new pg.Client({ connectionString: urlOf(address, 'postgres') });
  await client.connect();
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [postgresDatabase]);
    if (rowCount === 0) await client.query(`create database ${postgresDatabase}`);
  } finally {
    await client.end();
  }
}

/** Shuts the database down: cleanly, then without a checkpoint, then by force. */
async function shutDown(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill('SIGINT');
  const quitTimer = setTimeout(() => child.kill('SIGQUIT'), cleanShutdownMs);
  const killTimer = setTimeout(() => child.kill('SIGKILL'), shutdownMs);
  await exited;
  clearTimeout(quitTimer);
  clearTimeout(killTimer);
}

function outputOf(child: ChildProcess): () => string {
  let text = '';
  const keep = (chunk: Buffer) => {
    text = (text + chunk).slice(-4000);
  };
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
  return () => text;
}

/** Maps an error of spawn to a message for the operator. */
function cannotRun(error: NodeJS.ErrnoException): OperatorError {
  if (error.code === 'ENOENT' && error.path === 'setpriv') {
    return new OperatorError(
      'PostgreSQL does not run as root, and the user it runs as cannot access this folder: start Leadlight as an ordinary user, or move it to a folder that all users can access.',
    );
  }
  return new OperatorError(`PostgreSQL cannot be run here: ${error.message}`);
}
