import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Writable } from 'node:stream';
import type { TestEvent } from './test-reporter.ts';

export type TestFileOptions = {
  /** Only tests with such a name. Each file gets a process of its own: Node cannot select tests by name where they run as suites. */
  namePattern?: string;
  /** The time at which the clock of each file stands when it begins, in UTC. Each file gets a process of its own. */
  clock?: string;
  /** The time that one test may take, and what happens outside of tests together. */
  testMs?: number;
  /** How long the process may live on after its last test. */
  endMs?: number;
  /** How much longer than its time a test may take before the process counts as blocked. */
  blockedMs?: number;
  /** Ends the file before its time. */
  signal?: AbortSignal;
  onOutput?(text: string, from: 'stdout' | 'stderr'): void;
  onResult(file: string, result: TestFileResult): void;
};

export type TestFileResult = {
  passed: number;
  skipped: { name: string; reason: string }[];
  /** A failure without a name is one of the file as a whole. */
  failures: { name: string | null; error: string }[];
  ms: number;
};

/**
 * Runs test files one after the other in one process. A file passes when all its tests pass; the last one also needs the process to end
 * by itself with code 0 after the summary. A process that exits early, is killed or hangs fails the file that it was running, and a new
 * process runs the rest: no test is ever just missing.
 */
export async function runTestFiles(nextFile: () => string | undefined, options: TestFileOptions): Promise<void> {
  for (let file = nextFile(); file !== undefined && !options.signal?.aborted; ) file = await runProcess(file, nextFile, options);
}

/** Answers the file with which the next process begins. */
async function runProcess(first: string, nextFile: () => string | undefined, options: TestFileOptions): Promise<string | undefined> {
  const { namePattern, clock, signal, testMs = 300_000, endMs = 300_000, blockedMs = 30_000, onOutput = () => {} } = options;
  const isAlone = namePattern !== undefined || clock !== undefined;
  let file = first;
  let result: TestFileResult;
  let beganMs: number;
  let running: string[];
  let ran: number;
  let hasEnded = false;
  let reported: number | null = null;
  let counted = 0;
  let hasFailed = false;

  const command = [
    process.execPath,
    '--disable-warning=ExperimentalWarning',
    // More room for short-lived objects: a file's start makes many, and collecting them took a tenth of all the time.
    '--max-semi-space-size=32',
    `--test-reporter=${join(import.meta.dirname, 'test-reporter.ts')}`,
    `--test-timeout=${testMs}`,
    ...(namePattern === undefined ? [] : [`--test-name-pattern=${namePattern}`]),
    namePattern === undefined ? join(import.meta.dirname, 'test-host.ts') : file,
  ];
  if (clock !== undefined) command.unshift(join(import.meta.dirname, 'with-clock.sh'), clock);
  // A process group of its own, so that what a file started can be ended with it.
  const child = spawn(command[0]!, command.slice(1), { stdio: ['ignore', 'pipe', 'pipe', 'pipe', 'pipe'], detached: true });
  const paths = child.stdio[4] as Writable;
  const kill = () => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid!, 'SIGKILL');
  };
  signal?.addEventListener('abort', kill);
  // The process may be gone when it is given a file; its exit says so.
  paths.on('error', () => {});
  child.stdout!.on('data', (chunk) => onOutput(String(chunk), 'stdout'));
  child.stderr!.on('data', (chunk) => onOutput(String(chunk), 'stderr'));

  let watchdog: NodeJS.Timeout | undefined;
  const watch = () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    clearTimeout(watchdog);
    // Node ends a test that hangs, unless the test blocks the process.
    const limitMs = running.length === 0 && ran > 0 ? endMs : testMs + blockedMs;
    watchdog = setTimeout(() => {
      const tests = running.length > 0 ? ` in ${running.join(', ')}` : '';
      fail(`Its process did not end: it hangs${tests}, or something that it started still runs.`);
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
    beganMs = performance.now();
    running = [];
    ran = 0;
    hasEnded = false;
    if (namePattern === undefined) paths.write(`${file}\n`);
    watch();
  };
  const finish = () => {
    result.ms = performance.now() - beganMs;
    options.onResult(file, result);
  };
  /** A file is over when the next one begins; the last one when the process ends. */
  const endFile = () => {
    if (result.failures.length === 0 && result.passed + result.skipped.length === 0) fail('It has no test.');
    hasEnded = true;
    const next = isAlone || signal?.aborted ? undefined : nextFile();
    if (next === undefined) return void paths.end();
    finish();
    begin(next);
  };

  begin(first);
  if (namePattern !== undefined) paths.end();
  createInterface(child.stdio[3] as NodeJS.ReadableStream & { readable: true }).on('line', (line) => {
    const event = JSON.parse(line) as TestEvent;
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
      fail('It left a process behind, which still holds its output.');
      for (const stream of child.stdio) stream?.destroy();
    }, endMs);
  });
  const [code, endedBy] = await new Promise<[number | null, NodeJS.Signals | null]>((resolve) => {
    child.once('close', (...ended) => resolve(ended));
  });
  clearTimeout(watchdog);
  signal?.removeEventListener('abort', kill);
  if (!hasEnded && namePattern === undefined) {
    if (result!.failures.length === 0) fail(endedBy ? `Its process was ended by ${endedBy}.` : earlyExit(code));
  } else if (!hasFailed) {
    if (endedBy) fail(`Its process was ended by ${endedBy}.`);
    else if (reported === null) fail(earlyExit(code));
    else if (reported !== counted) fail(`Its process ran ${reported} tests, and ${counted} of them were reported.`);
    else if (code !== 0) fail(`Its process ended with code ${code} after its tests.`);
  }
  finish();
  return nextFile();
}

function earlyExit(code: number | null): string {
  return `Its process ended with code ${code} before its tests were over.`;
}
