import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from '../../lib/free-port.ts';
import { commandLine, isAlive, waitForEnd } from '../../lib/processes.ts';
import { StartupError } from '../../lib/startup-error.ts';
import { findBinaries } from './binaries.ts';
import { LogFile } from './log-file.ts';
import { memorySettings } from './memory-settings.ts';
import { type RunAs, runAs } from './run-as.ts';
import { userNameEnvironment } from './user-name-environment.ts';

export type EngineOptions = {
  folder: string;
  /** Told in a few words what takes time. */
  onProgress(words: string): void;
  /** Told when the database went away by itself and is being started again. */
  onTrouble(words: string): void;
  /** Tests trade safety for speed. */
  durable?: boolean;
};

export type Engine = { url: string; pid(): number | null; stop(): Promise<void> };

type Address = { port: number; password: string };

const user = 'leadlight';
const database = 'leadlight';

/** Where a running embedded database is reached, as kept beside its data. */
export function engineUrl(folder: string): string {
  return urlOf(readAddress(folder));
}

/** Starts PostgreSQL in the folder, makes it there first if need be, and starts it again should it die. */
export async function startEngine({ folder, onProgress, onTrouble, durable = true }: EngineOptions): Promise<Engine> {
  const binaries = findBinaries();
  const cluster = join(folder, 'postgres');
  const as = runAs(binaries, cluster);
  if (!existsSync(cluster)) {
    onProgress('Making the database');
    await makeCluster(folder, cluster, binaries.initdb, as);
  }
  await endLeftOver(cluster, onProgress);
  const log = new LogFile(join(folder, 'logs'), 'postgres.log');
  const address = { ...readAddress(folder), port: await freePort() };
  writeAddress(folder, address);

  let child: ChildProcess;
  let stopping = false;
  let restart: Promise<void> | null = null;
  const launch = async () => {
    const output = log.open();
    child = launchPostgres(binaries.postgres, cluster, address.port, as, durable, output.descriptor);
    output.close();
    const launched = child;
    await ready(launched, address, output.written);
    launched.once('exit', () => {
      if (stopping) return;
      onTrouble('The embedded database ended unexpectedly; it is being started again');
      restart = relaunch();
    });
  };
  const relaunch = async () => {
    for (let pauseMs = 100; !stopping; pauseMs = Math.min(pauseMs * 2, 5000)) {
      try {
        await launch();
        return;
      } catch (error) {
        onTrouble(`The embedded database does not start yet: ${(error as Error).message}`);
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
    }
  };

  await launch();
  await makeDatabase(address);
  return {
    url: urlOf(address),
    pid: () => child.pid ?? null,
    async stop() {
      stopping = true;
      await restart;
      await end(child);
    },
  };
}

async function makeCluster(folder: string, cluster: string, initdb: string, as: RunAs) {
  const draft = join(folder, 'postgres.new');
  const passwordFile = join(folder, 'postgres.password');
  const password = randomBytes(24).toString('base64url');
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (as.owner) for (const path of [draft, passwordFile]) chownSync(path, as.owner.uid, as.owner.gid);
  try {
    const args = ['-D', draft, '-U', user, `--pwfile=${passwordFile}`, '-A', 'scram-sha-256', '-E', 'UTF8'];
    const format = ['--locale-provider=builtin', '--locale=C.UTF-8', '--data-checksums', '--no-instructions'];
    await finished(spawnAs(as, initdb, [...args, ...format], 'pipe', userNameEnvironment()));
  } finally {
    rmSync(passwordFile, { force: true });
  }
  writeAddress(folder, { port: 0, password });
  // Renamed last, so that a folder of this name is always whole.
  renameSync(draft, cluster);
}

/** A server that was killed leaves its database running: it is ended here, cleanly, before ours begins. */
async function endLeftOver(cluster: string, onProgress: (words: string) => void) {
  const pidFile = join(cluster, 'postmaster.pid');
  if (!existsSync(pidFile)) return;
  const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0]);
  if (!pid || !isAlive(pid) || !commandLine(pid).includes(cluster)) return;
  onProgress('Ending the database process that a killed server left behind');
  process.kill(pid, 'SIGINT');
  if (await waitForEnd(pid, 10_000)) return;
  process.kill(pid, 'SIGQUIT');
  if (!(await waitForEnd(pid, 5_000))) {
    throw new StartupError(
      `A database process (${pid}) left behind in ${cluster} does not end: end it with "kill -9 ${pid}" and start again.`,
    );
  }
}

function launchPostgres(postgres: string, cluster: string, port: number, as: RunAs, durable: boolean, log: number): ChildProcess {
  const memory = process.constrainedMemory();
  const settings: Record<string, string> = {
    ...memorySettings(memory > 0 ? Math.min(memory, totalmem()) : totalmem()),
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    max_connections: '200',
    password_encryption: 'scram-sha-256',
    log_line_prefix: '%m [%p] ',
    log_checkpoints: 'off',
    log_min_duration_statement: '2000',
    // A statement in the log could carry a visitor's data.
    log_parameter_max_length: '0',
    log_min_error_statement: 'panic',
    max_wal_size: '4GB',
    checkpoint_timeout: '15min',
    random_page_cost: '1.1',
    jit: 'off',
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  };
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return spawnAs(as, postgres, ['-D', cluster, ...args], log);
}

function spawnAs(as: RunAs, program: string, args: string[], output: number | 'pipe', environment = {}): ChildProcess {
  const { program: real, args: realArgs, ...ids } = as.command(program, args);
  // A process group of its own: Ctrl-C in the terminal must reach the server first, which then ends the database.
  const stdio: StdioOptions = ['ignore', output, output];
  return spawn(real, realArgs, {
    ...ids,
    cwd: '/',
    detached: true,
    stdio,
    env: { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/local/bin:/usr/bin:/bin', ...environment },
  });
}

function finished(child: ChildProcess): Promise<void> {
  const output = outputOf(child);
  return new Promise((resolve, reject) => {
    child.once('error', (error) => reject(cannotRun(error)));
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new StartupError(`The database could not be made: ${reason(output())}`)),
    );
  });
}

function ready(child: ChildProcess, address: Address, output: () => string): Promise<void> {
  return new Promise((resolve, reject) => {
    let over = false;
    const give = (error: Error) => {
      over = true;
      reject(error);
    };
    child.once('error', (error) => give(cannotRun(error)));
    child.once('exit', () => give(new StartupError(`The database did not start: ${reason(output())}`)));
    const poll = async () => {
      while (!over) {
        if (await answers(address)) {
          over = true;
          resolve();
        } else await new Promise((next) => setTimeout(next, 25));
      }
    };
    void poll();
  });
}

async function answers(address: Address): Promise<boolean> {
  const client = new pg.Client({ connectionString: urlOf(address, 'postgres'), connectionTimeoutMillis: 2000 });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

async function makeDatabase(address: Address) {
  const client = new pg.Client({ connectionString: urlOf(address, 'postgres') });
  await client.connect();
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [database]);
    if (rowCount === 0) await client.query(`create database ${database}`);
  } finally {
    await client.end();
  }
}

async function end(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill('SIGINT');
  const hard = setTimeout(() => child.kill('SIGQUIT'), 6000);
  await gone;
  clearTimeout(hard);
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

/** The line of PostgreSQL's output that says what is wrong. */
function reason(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  const telling = lines.find((line) => /error|FATAL|PANIC|could not|No space/i.test(line));
  return (telling ?? lines.at(-1) ?? 'it gave no reason; see the folder logs in DATA_DIR').trim();
}

function cannotRun(error: NodeJS.ErrnoException): StartupError {
  if (error.code === 'ENOENT' && error.path === 'setpriv') {
    return new StartupError(
      'PostgreSQL does not run as root, and its user cannot enter this folder: start Leadlight as an ordinary user, or put it into a folder that everyone may enter.',
    );
  }
  return new StartupError(`PostgreSQL cannot be run here: ${error.message}`);
}

function addressFile(folder: string) {
  return join(folder, 'database.json');
}

function readAddress(folder: string): Address {
  return JSON.parse(readFileSync(addressFile(folder), 'utf8'));
}

function writeAddress(folder: string, address: Address) {
  const file = addressFile(folder);
  writeFileSync(`${file}.new`, JSON.stringify(address), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

function urlOf({ port, password }: Address, name = database): string {
  return `postgres://${user}:${password}@127.0.0.1:${port}/${name}`;
}
