import { type ChildProcess, spawn } from 'node:child_process';
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
  /** Time limit of loading a file, until its first test runs. */
  loadMs?: number;
  /** Time limit of one test. */
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
  for (let file = nextFile(); file !== undefined && !options.signal?.aborted; ) file = await new TestProcess(file, nextFile, options).run();
}

const defaultLimits = { loadMs: 900_000, testMs: 900_000, endMs: 300_000, blockedMs: 30_000 };
type ProcessOptions = TestFileOptions & typeof defaultLimits;

/** A process that runs files one after the other until there is no next one, or until it fails. */
class TestProcess {
  readonly #nextFile: () => string | undefined;
  readonly #options: ProcessOptions;
  readonly #child: ChildProcess;
  #file: string;
  #result: TestFileResult = { passed: 0, skipped: [], failures: [], ms: 0 };
  #startMs = performance.now();
  #runningTests: string[] = [];
  #endedTests = 0;
  #hasFileEnded = false;
  #hasFailed = false;
  #countedTests = 0;
  /** The number of tests according to the summary at the end of the process. */
  #reportedTests: number | null = null;
  #watchdog: NodeJS.Timeout | undefined;

  constructor(file: string, nextFile: () => string | undefined, options: TestFileOptions) {
    this.#file = file;
    this.#nextFile = nextFile;
    this.#options = { ...defaultLimits, ...options };
    const command = commandOf(file, this.#options);
    // Its own process group, so that everything a file started can be killed with it.
    this.#child = spawn(firstOf(command), command.slice(1), { stdio: ['ignore', 'pipe', 'pipe', 'pipe', 'pipe'], detached: true });
  }

  /** Returns the file with which the next process starts. */
  async run(): Promise<string | undefined> {
    const { signal, namePattern, onOutput = () => {} } = this.#options;
    const kill = () => this.#kill();
    signal?.addEventListener('abort', kill);
    // The process may have ended when a path is written to it, which `#checkExit` reports.
    this.#paths.on('error', () => {});
    required(this.#child.stdout).on('data', (chunk) => onOutput(String(chunk), 'stdout'));
    required(this.#child.stderr).on('data', (chunk) => onOutput(String(chunk), 'stderr'));
    const events = this.#child.stdio[3] as NodeJS.ReadableStream & { readable: true };
    createInterface(events).on('line', (line) => this.#onEvent(JSON.parse(line)));
    this.#child.once('exit', () => this.#onExit());
    this.#beginFile(this.#file);
    if (namePattern !== undefined) this.#paths.end();
    const [code, endedBy] = await new Promise<[number | null, NodeJS.Signals | null]>((resolve) => {
      this.#child.once('close', (...ended) => resolve(ended));
    });
    clearTimeout(this.#watchdog);
    signal?.removeEventListener('abort', kill);
    this.#checkExit(code, endedBy);
    this.#reportFile();
    return this.#nextFile();
  }

  get #paths(): Writable {
    return this.#child.stdio[4] as Writable;
  }

  get #hasExited(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  #kill() {
    if (!this.#hasExited) process.kill(-required(this.#child.pid), 'SIGKILL');
  }

  #fail(error: string, name: string | null = null) {
    this.#hasFailed = true;
    this.#result.failures.push({ name, error });
  }

  #beginFile(file: string) {
    this.#file = file;
    this.#result = { passed: 0, skipped: [], failures: [], ms: 0 };
    this.#startMs = performance.now();
    this.#runningTests = [];
    this.#endedTests = 0;
    this.#hasFileEnded = false;
    if (this.#options.namePattern === undefined) this.#paths.write(`${file}\n`);
    this.#restartWatchdog();
  }

  /** A file is done when the next one starts, the last one when the process exits. */
  #endFile() {
    const { passed, skipped, failures } = this.#result;
    if (failures.length === 0 && passed + skipped.length === 0) this.#fail('The file contains no tests.');
    this.#hasFileEnded = true;
    const { namePattern, clock, signal } = this.#options;
    const isAlone = namePattern !== undefined || clock !== undefined;
    const next = isAlone || signal?.aborted ? undefined : this.#nextFile();
    if (next === undefined) return void this.#paths.end();
    this.#reportFile();
    this.#beginFile(next);
  }

  #reportFile() {
    this.#result.ms = performance.now() - this.#startMs;
    this.#options.onResult(this.#file, this.#result);
  }

  #onEvent(event: TestEvent) {
    if (event.type === 'begin') this.#runningTests.push(event.name);
    if (event.type === 'end') {
      this.#endedTests++;
      this.#runningTests.splice(this.#runningTests.indexOf(event.name), 1);
    }
    if (event.type === 'pass') this.#result.passed++;
    if (event.type === 'skip') this.#result.skipped.push(event);
    if (event.type === 'fail') this.#fail(event.error, event.name);
    if (event.type === 'fault') this.#fail(event.error);
    if (event.type === 'pass' || event.type === 'skip' || event.type === 'fail') this.#countedTests++;
    if (event.type === 'summary') this.#reportedTests = event.tests;
    if (event.type === 'file-end') this.#endFile();
    this.#restartWatchdog();
  }

  #restartWatchdog() {
    if (this.#hasExited) return;
    clearTimeout(this.#watchdog);
    const { loadMs, testMs, endMs, blockedMs } = this.#options;
    const idleMs = this.#endedTests === 0 ? loadMs : endMs;
    // Node stops a test that hangs, unless the test blocks the process.
    const limitMs = this.#runningTests.length === 0 ? idleMs : testMs + blockedMs;
    this.#watchdog = setTimeout(() => {
      const tests = this.#runningTests.length > 0 ? ` (${this.#runningTests.join(', ')})` : '';
      this.#fail(`The process did not exit: a test hangs${tests}, or something the file started is still running.`);
      this.#kill();
    }, limitMs);
  }

  #onExit() {
    clearTimeout(this.#watchdog);
    this.#watchdog = setTimeout(() => {
      this.#fail('The file left a child process running that holds its output open.');
      for (const stream of this.#child.stdio) stream?.destroy();
    }, this.#options.endMs);
  }

  #checkExit(code: number | null, endedBy: NodeJS.Signals | null) {
    const earlyExit = `The process ended with code ${code} before its tests finished.`;
    if (!this.#hasFileEnded && this.#options.namePattern === undefined) {
      if (this.#result.failures.length === 0) this.#fail(endedBy ? `The process was ended by ${endedBy}.` : earlyExit);
    } else if (!this.#hasFailed) {
      const [reported, counted] = [this.#reportedTests, this.#countedTests];
      if (endedBy) this.#fail(`The process was ended by ${endedBy}.`);
      else if (reported === null) this.#fail(earlyExit);
      else if (reported !== counted) this.#fail(`The process ran ${reported} tests but reported ${counted}.`);
      else if (code !== 0) this.#fail(`The process ended with code ${code} after its tests.`);
    }
  }
}

function commandOf(file: string, { namePattern, clock, testMs }: ProcessOptions): string[] {
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
  return clock === undefined ? command : [join(import.meta.dirname, 'with-clock.sh'), clock, ...command];
}
