import { spawn } from 'node:child_process';
import { globSync, mkdirSync, readFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { join, relative, resolve, sep } from 'node:path';
import { parseArgs } from 'node:util';
import { isBuilt, server } from '../bin/built-folder.mjs';
import { Shutdown } from '../server/src/lib/shutdown.ts';
import { findChromium, findHeadlessShell } from './chromium.ts';
import { runTestFiles, type TestFileResult } from './run-test-files.ts';
import { findTestNeeds } from './test-needs.ts';

/**
 * Checks types and lint, and runs every test in parallel. `npm test -- <file or folder …>` runs only those files and prepares only what
 * they need; `--name <pattern>` runs only tests with a matching name. Both skip types and lint. `--clock <time>` sets the clock at the
 * start of each file and skips files that need a browser.
 */
const root = join(import.meta.dirname, '..');
/** Maximum number of concurrent test processes. Each needs up to a gigabyte of memory. */
const maxRunners = 2 * availableParallelism() + 4;
const { values, positionals } = parseArgs({ allowPositionals: true, options: { name: { type: 'string' }, clock: { type: 'string' } } });
const isFullRun = positionals.length === 0 && values.name === undefined;
const tests = allTests();
const unknown = positionals.filter((path) => !tests.some((file) => isWithin(file, resolve(path))));
if (unknown.length > 0) exitWithError(`There are no test files at ${unknown.join(', ')}.`);
const selected = positionals.length === 0 ? tests : tests.filter((file) => positionals.some((path) => isWithin(file, resolve(path))));
const files = values.clock === undefined ? selected : selected.filter((file) => !findTestNeeds([file]).browser);
if (files.length === 0) exitWithError('All of these files need a browser, which does not run with a changed clock.');

let passed = 0;
let failed = 0;
let skipped = 0;
/** Printed again at the end, because the output of a long run hides them. */
const failureReports: string[] = [];
const startMs = Date.now();

const needs = findTestNeeds(files);
const shutdown = new Shutdown();
const controller = new AbortController();
let stopping: Promise<void> | null = null;
const stop = () => {
  stopping ??= shutdown.run();
  return stopping;
};
// An aborted run must leave neither a test process nor a database behind.
for (const event of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const)
  process.on(event, () => {
    controller.abort();
    void stop().finally(() => process.exit(1));
  });
try {
  const checking = checkSources();
  const preparing = [prepareServer(), prepareBrowsers(), prepareDatabase(), prepareIpData()];
  // Waits for everything that was started before stopping anything.
  await Promise.allSettled(preparing);
  await Promise.all(preparing);
  // Tests use UTC, whatever the time zone of the machine.
  process.env.TZ = 'UTC';
  await runTests();
  await checking;
} finally {
  await stop();
}
if (files.length > 1) process.stdout.write(failureReports.join(''));
process.stdout.write(
  `\n${Math.round((Date.now() - startMs) / 1000)} s\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`,
  // A pipe may still hold the report of a failure, which an earlier exit would cut off.
  () => process.exit(failed === 0 && passed > 0 ? 0 : 1),
);

function exitWithError(message: string): never {
  console.error(message);
  process.exit(1);
}

function isWithin(file: string, path: string): boolean {
  return file === path || file.startsWith(`${path}${sep}`);
}

function allTests(): string[] {
  return globSync(['{server,tracker,web,scripts,bench,tests}/**/*.test.ts'], {
    cwd: root,
    exclude: (path) => path.includes('node_modules'),
  })
    .map((file) => join(root, file))
    .sort((a, b) => weightOf(b) - weightOf(a) || (a < b ? -1 : 1));
}

/**
 * Long files start first, so that none is left running alone: those that go through every page, then those that start browsers or
 * servers or wait for the end of a fault, then the largest ones.
 */
function weightOf(file: string): number {
  const text = readFileSync(file, 'utf8');
  if (text.includes('/views.ts')) return 2e6;
  return text.length + (/server-process\.ts|validating-proxy\.ts|\/bench\/|\.browser\.test|\/faults-/.test(text + file) ? 1e6 : 0);
}

async function checkSources() {
  if (!isFullRun) return;
  // Several checkers would each check what the files share, which takes twice the CPU time.
  const oneChecker = ['--checkers', '1'];
  await Promise.all([
    runCheck('types of the server', 'tsc', ['--noEmit', '-p', '.', ...oneChecker]),
    runCheck('types of the web application', 'tsc', ['--noEmit', '-p', 'web', ...oneChecker]),
    runCheck('lint and import rules', 'biome', ['ci', '--error-on-warnings', '.']),
  ]);
}

async function prepareServer() {
  if (!needs.server || isBuilt(root, server)) return;
  const { buildServer } = await import('../server/build.ts');
  process.stdout.write('Building the server…\n');
  await buildServer(root);
}

async function prepareBrowsers() {
  if (!needs.browser) return;
  process.env.HEADLESS_SHELL_PATH = findHeadlessShell() ?? '';
  process.env.CHROMIUM_PATH = findChromium();
  const { buildWeb } = await import('../web/build.ts');
  await buildWeb(root, (message) => process.stdout.write(`${message}…\n`));
}

async function prepareDatabase() {
  if (needs.database) {
    const { startTestDatabase } = await import('./test-database.ts');
    Object.assign(
      process.env,
      await startTestDatabase({ databaseUrl: process.env.DATABASE_URL, needsInstallation: needs.installation }, shutdown),
    );
  }
  delete process.env.DATABASE_URL;
}

async function prepareIpData() {
  if (!needs.ipData) return;
  const { openKnowledge } = await import('../server/src/providers/ip-data/open-knowledge.ts');
  const folder = join(root, 'node_modules/.cache/leadlight-test');
  mkdirSync(folder, { recursive: true });
  await openKnowledge(folder);
  process.env.LEADLIGHT_TEST_DATA = folder;
}

async function runCheck(name: string, program: string, args: string[]) {
  const child = spawn(join(root, 'node_modules/.bin', program), args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
  const code = await new Promise((resolve) => child.once('exit', resolve));
  if (code === 0) passed++;
  else {
    failed++;
    failureReports.push(`\n✗ ${name}\n`);
  }
  process.stdout.write(`${code === 0 ? '✓' : '✗'} ${name}\n`);
}

async function runTests() {
  const waiting = [...files];
  const options = {
    namePattern: values.name,
    clock: values.clock,
    signal: controller.signal,
    onOutput: (text: string, from: 'stdout' | 'stderr') => {
      if (from === 'stderr' || !isFullRun) process.stderr.write(text);
    },
    onResult: (file: string, result: TestFileResult) => report(relative(root, file), result),
  };
  const runners: Promise<void>[] = [];
  const addRunner = () => runners.push(runTestFiles(() => waiting.shift(), options));
  // Starts two more runners than there are cores, because some files mostly wait, and adds runners while the processors are partly idle. One
  // at a time, because a new runner loads the server before it runs tests.
  while (runners.length < Math.min(availableParallelism() + 2, files.length)) addRunner();
  const watch = watchIdleProcessors(3000, () => {
    if (waiting.length > 0 && runners.length < maxRunners) addRunner();
  });
  // A runner may be added while the others are awaited.
  for (let awaited = 0; awaited < runners.length; ) awaited = (await Promise.all(runners)).length;
  clearInterval(watch);
}

/** Calls back after each interval in which the processors were idle for more than a tenth of the time. */
function watchIdleProcessors(ms: number, onIdle: () => void): NodeJS.Timeout {
  const read = () => {
    const times = cpus().map((processor) => processor.times);
    const idle = times.reduce((sum, time) => sum + time.idle, 0);
    return { idle, total: times.reduce((sum, time) => sum + time.idle + time.user + time.nice + time.sys + time.irq, 0) };
  };
  let last = read();
  return setInterval(() => {
    const now = read();
    if (now.idle - last.idle > (now.total - last.total) / 10) onIdle();
    last = now;
  }, ms);
}

function report(path: string, result: TestFileResult) {
  passed += result.passed;
  failed += result.failures.length;
  skipped += result.skipped.length;
  for (const { name, reason } of result.skipped) process.stdout.write(`- skipped: ${name} (${reason})\n`);
  for (const { name, error } of result.failures) {
    const nameOption = name === null ? '' : ` --name ${JSON.stringify(name)}`;
    const text = `\n✗ ${name ?? path}\n${error.replace(/^/gm, '    ')}\n    Run it alone: npm test -- ${path}${nameOption}\n\n`;
    failureReports.push(text);
    process.stdout.write(text);
  }
  const seconds = Math.round(result.ms / 1000);
  process.stdout.write(`${result.failures.length === 0 ? '✓' : '✗'} ${path}${seconds >= 10 ? ` (${seconds} s)` : ''}\n`);
}
