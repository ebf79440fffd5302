import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Writable } from 'node:stream';
import { firstOf } from '../server/src/lib/first-of.ts';
import { required } from '../server/src/lib/required.ts';
import type { TestEvent } from './test-reporter.ts';

export type TestFileOptions = {
  /**
   * Runs only tests with a matching name. Each file gets its own process, because Node cannot select tests by name inside suites.
   */
  namePattern?: string;
  /** The clock time at which each file starts, in UTC. Each file gets its own process. */
  clock?: string;
  /** Time limit of one test, and (plus `blockedMs`) of loading a file before its first test. */
  testMs?: number;
  /** How long a file may go without a running test after its first test, and its output may stay open after the process exited. */
  endMs?: number;
  /** How much longer than its limit a test may take before the process counts as blocked. */
  blockedMs?: number;
  /** Kills the running process and starts no other. */
  signal?: AbortSignal;
  onOutput?(text: string, from: 'stdout' | 'stderr'): void;
  onResult(file: string, result: TestFileResult): void;
};

export type TestFileResult = {
  passed: number;
  skipped: { name: string; reason: string }[];
  /** A failure without a name is a failure of the whole file. */
  failures: { name: string | null; error: string }[];
  ms: number;
};

/**
 * Runs test files one after the other in one process. A file passes if all its tests pass; the last one also requires the process
 * to exit by itself with code 0 after the summary. A process that exits early, is killed or hangs fails its current file, and a new
 * process runs the rest, so that no test is ever silently missing.
 */
export async function runTestFiles(nextFile: () => string | undefined, options: TestFileOptions): Promise<void> {
  for (let file = nextFile(); file !== undefined && !options.signal?.aborted; ) file = await runProcess(file, nextFile, options);
}

/** Returns the file with which the next process starts. */
async function runProcess(first: string, nextFile: () => string | undefined, options: TestFileOptions): Promise<string | undefined> {
  const { namePattern, clock, signal, testMs = 900_000, endMs = 300_000, blockedMs = 30_000, onOutput = () => {} } = options;
  const isAlone = namePattern !== undefined || clock !== undefined;
  let file = first;
  let result: TestFileResult;
  let startMs: number;
  let running: string[];
  let ran: number;
  let hasEnded = false;
  let reported: number | null = null;
  let counted = 0;
  let hasFailed = false;

  const command = [
    process.execPath,
    '--disable-warning=ExperimentalWarning',
    // A larger young generation: loading a file creates many short-lived objects, and collecting them took a tenth of the time.
    '--max-semi-space-size=32',
    `--test-reporter=${join(import.meta.dirname, 'test-reporter.ts')}`,
    `--test-timeout=${testMs}`,
    ...(namePattern === undefined ? [] : [`--test-name-pattern=${namePattern}`]),
    namePattern === undefined ? join(import.meta.dirname, 'test-host.ts') : file,
  ];
  if (clock !== undefined) command.unshift(join(import.meta.dirname, 'with-clock.sh'), clock);
  // Its own process group, so that everything a file started can be killed with it.
  const child = spawn(firstOf(command), command.slice(1), { stdio: ['ignore', 'pipe', 'pipe', 'pipe', 'pipe'], detached: true });
  const paths = child.stdio[4] as Writable;
  const kill = () => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-required(child.pid), 'SIGKILL');
  };
  signal?.addEventListener('abort', kill);
  // The process may be gone when it is given a file; its exit reports that.
  paths.on('error', () => {});
  required(child.stdout).on('data', (chunk) => onOutput(String(chunk), 'stdout'));
  required(child.stderr).on('data', (chunk) => onOutput(String(chunk), 'stderr'));

  let watchdog: NodeJS.Timeout | undefined;
  const watch = () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    clearTimeout(watchdog);
    // Node stops a test that hangs, unless the test blocks the process.
    const limitMs = running.length === 0 && ran > 0 ? endMs : testMs + blockedMs;
    watchdog = setTimeout(() => {
      const tests = running.length > 0 ? ` (${running.join(', ')})` : '';
      fail(`The process did not exit: a test hangs${tests}, or something the file started is still running.`);
      kill();
    }, limitMs);
  };
  const fail = (error: string, name: string | null = null) => {
    hasFailed = true;
    result.failures.push({ name, error });
  };
  const begin = (next: string) => {
    file = next;
    result = { passed: 0, skipped: [], failures: [], ms: 0 };
    startMs = performance.now();
    running = [];
    ran = 0;
    hasEnded = false;
    if (namePattern === undefined) paths.write(`${file}\n`);
    watch();
  };
  const finish = () => {
    result.ms = performance.now() - startMs;
    options.onResult(file, result);
  };
  /** A file is done when the next one starts, the last one when the process exits. */
  const endFile = () => {
    if (result.failures.length === 0 && result.passed + result.skipped.length === 0) fail('The file contains no tests.');
    hasEnded = true;
    const next = isAlone || signal?.aborted ? undefined : nextFile();
    if (next === undefined) return void paths.end();
    finish();
    begin(next);
  };

  begin(first);
  if (namePattern !== undefined) paths.end();
  createInterface(child.stdio[3] as NodeJS.ReadableStream & { readable: true }).on('line', (line) => {
    const event: TestEvent = JSON.parse(line);
    if (event.type === 'begin') running.push(event.name);
    if (event.type === 'end') {
      ran++;
      running.splice(running.indexOf(event.name), 1);
    }
    if (event.type === 'pass') result.passed++;
    if (event.type === 'skip') result.skipped.push(event);
    if (event.type === 'fail') fail(event.error, event.name);
    if (event.type === 'fault') fail(event.error);
    if (event.type === 'pass' || event.type === 'skip' || event.type === 'fail') counted++;
    if (event.type === 'summary') reported = event.tests;
    if (event.type === 'file') endFile();
    watch();
  });

  child.once('exit', () => {
    clearTimeout(watchdog);
    watchdog = setTimeout(() => {
      fail('The file left a child process running that holds its output open.');
      for (const stream of child.stdio) stream?.destroy();
    }, endMs);
  });
  const [code, endedBy] = await new Promise<[number | null, NodeJS.Signals | null]>((resolve) => {
    child.once('close', (...ended) => resolve(ended));
  });
  clearTimeout(watchdog);
  signal?.removeEventListener('abort', kill);
  if (!hasEnded && namePattern === undefined) {
    if (result!.failures.length === 0) fail(endedBy ? `The process was ended by ${endedBy}.` : earlyExit(code));
  } else if (!hasFailed) {
    if (endedBy) fail(`The process was ended by ${endedBy}.`);
    else if (reported === null) fail(earlyExit(code));
    else if (reported !== counted) fail(`The process ran ${reported} tests but reported ${counted}.`);
    else if (code !== 0) fail(`The process ended with code ${code} after its tests.`);
  }
  finish();
  return nextFile();
}

function earlyExit(code: number | null): string {
  return `The process ended with code ${code} before its tests finished.`;
}
