import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { TestEvent } from './test-reporter.ts';

export type TestFileOptions = {
  /** Only tests with such a name. */
  namePattern?: string;
  /** The time at which the clock of the file stands when it begins, in UTC. */
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
};

export type TestFileResult = {
  passed: number;
  skipped: { name: string; reason: string }[];
  /** A failure without a name is one of the file as a whole. */
  failures: { name: string | null; error: string }[];
  ms: number;
};

/**
 * Runs a test file as a process of its own. The file passes when its process ended by itself with code 0 after reporting the summary
 * of its tests: one that exits early, is killed, hangs or leaves a server running is a failure, and never just fewer tests.
 */
export async function runTestFile(file: string, options: TestFileOptions = {}): Promise<TestFileResult> {
  const { namePattern, clock, signal, testMs = 300_000, endMs = 300_000, blockedMs = 30_000, onOutput = () => {} } = options;
  const beganMs = performance.now();
  const result: TestFileResult = { passed: 0, skipped: [], failures: [], ms: 0 };
  const fail = (error: string, name: string | null = null) => result.failures.push({ name, error });
  const running: string[] = [];
  let ran = 0;
  let reported: number | null = null;
  let counted = 0;

  const command = [
    process.execPath,
    '--disable-warning=ExperimentalWarning',
    // More room for short-lived objects: a file's start makes many, and collecting them took a tenth of all the time.
    '--max-semi-space-size=32',
    `--test-reporter=${join(import.meta.dirname, 'test-reporter.ts')}`,
    `--test-timeout=${testMs}`,
    ...(namePattern === undefined ? [] : [`--test-name-pattern=${namePattern}`]),
    file,
  ];
  if (clock !== undefined) command.unshift(join(import.meta.dirname, 'with-clock.sh'), clock);
  // A process group of its own, so that what a file started can be ended with it.
  const child = spawn(command[0]!, command.slice(1), { stdio: ['ignore', 'pipe', 'pipe', 'pipe'], detached: true });
  const kill = () => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid!, 'SIGKILL');
  };
  signal?.addEventListener('abort', kill);
  child.stdout!.on('data', (chunk) => onOutput(String(chunk), 'stdout'));
  child.stderr!.on('data', (chunk) => onOutput(String(chunk), 'stderr'));

  let watchdog: NodeJS.Timeout;
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
  watch();

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
  clearTimeout(watchdog!);
  signal?.removeEventListener('abort', kill);
  if (result.failures.length === 0) {
    if (endedBy) fail(`Its process was ended by ${endedBy}.`);
    else if (reported === null) fail(`Its process ended with code ${code} before its tests were over.`);
    else if (reported !== counted) fail(`It ran ${reported} tests, and ${counted} of them were reported.`);
    else if (code !== 0) fail(`Its process ended with code ${code} after its tests.`);
    else if (counted === 0 && namePattern === undefined) fail('It has no test.');
  }
  result.ms = performance.now() - beganMs;
  return result;
}
