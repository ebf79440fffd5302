import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../server/src/lib/free-port.ts';
import { required } from '../../server/src/lib/required.ts';

export const main = join(import.meta.dirname, '../../server/dist/main.js');

export type ServerProcess = {
  url: string;
  child: ChildProcess;
  output(): string;
  /** Resolves when /readyz returns 200; rejects if the process exits before. */
  ready(): Promise<void>;
  /** Resolves with the exit code of the process, or the signal that killed it. */
  ended: Promise<number | NodeJS.Signals | null>;
  /** Stops the process gracefully and resolves like `ended`. */
  stop(): Promise<number | NodeJS.Signals | null>;
};

/** Creates a data folder for the test, by default with compiled IP data, so that no test waits for its compilation. */
export function testDataDir({ withIpData = true } = {}): string {
  const parent = mkdtempSync(join(tmpdir(), 'leadlight data '));
  const folder = join(parent, 'data');
  mkdirSync(folder);
  if (withIpData) cpSync(join(required(process.env.LEADLIGHT_TEST_DATA), 'ip-data'), join(folder, 'ip-data'), { recursive: true });
  after(() => rmSync(parent, { recursive: true, force: true }));
  return folder;
}

/** Starts the service as a process. It is stopped after the test that calls this function or, outside of a test, after the file. */
export async function startServerProcess(environment: Record<string, string>, args?: string[]): Promise<ServerProcess> {
  const server = await launchServerProcess(environment, args);
  after(() => server.stop());
  return server;
}

/** Starts the service like `startServerProcess`, but the caller must stop it. */
export async function launchServerProcess(
  environment: Record<string, string>,
  args: string[] = ['start', '--no-demo'],
  within: string[] = [],
): Promise<ServerProcess> {
  const port = environment.PORT ?? String(await freePort());
  const child = spawnLeadlight(args, { PORT: port, METRICS_PORT: '0', ...environment }, { within });
  let text = '';
  for (const stream of [required(child.stdout), required(child.stderr)]) stream.on('data', (chunk) => (text += chunk));
  const ended = new Promise<number | NodeJS.Signals | null>((resolve) => child.once('exit', (code, signal) => resolve(code ?? signal)));
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    child,
    output: () => text,
    ended,
    stop() {
      child.kill('SIGTERM');
      return ended;
    },
    async ready() {
      let hasExited = false;
      void ended.then(() => {
        hasExited = true;
      });
      while (!(await isReady(url))) {
        if (hasExited) throw new Error(`The server exited before it was ready:\n${text}`);
        await pause(50);
      }
    },
  };
}

/** Runs a command to its end with `input` as its standard input. `within` is a program that runs the command, such as unshare. */
export async function leadlight(
  args: string[],
  environment: Record<string, string> = {},
  input?: string,
  within: string[] = [],
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const child = spawnLeadlight(args, environment, { stdin: input === undefined ? 'ignore' : 'pipe', within });
  if (input !== undefined) required(child.stdin).end(input);
  const output = { stdout: '', stderr: '' };
  required(child.stdout).on('data', (chunk) => (output.stdout += chunk));
  required(child.stderr).on('data', (chunk) => (output.stderr += chunk));
  const code = await new Promise<number | null>((resolve) => child.once('close', (exitCode) => resolve(exitCode)));
  return { code, ...output };
}

type RunOptions = { stdin?: 'ignore' | 'pipe'; within?: string[] };

function spawnLeadlight(
  args: string[],
  environment: Record<string, string>,
  { stdin = 'ignore', within = [] }: RunOptions = {},
): ChildProcess {
  // Uses the compile cache, like every start through npm: without it a start takes twice as long.
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE } = process.env;
  const [program, ...programArgs] = [...within, process.execPath, main, ...args];
  return spawn(required(program), programArgs, {
    env: { PATH, HOME, NODE_COMPILE_CACHE, ...environment },
    stdio: [stdin, 'pipe', 'pipe'],
  });
}

async function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/readyz`).then(
    (response) => response.status === 200,
    () => false,
  );
}

/** Lists the main process of a data folder's embedded database by its id. The list is empty if it is not running. */
export function databaseProcesses(dataDir: string): number[] {
  try {
    const [pid] = readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n');
    process.kill(Number(pid), 0);
    return [Number(pid)];
  } catch {
    return [];
  }
}
