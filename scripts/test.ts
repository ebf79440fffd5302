import { spawn } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative, resolve, sep } from 'node:path';
import { run } from 'node:test';
import { parseArgs } from 'node:util';
import { Stops } from '../server/src/lib/stops.ts';
import { buildWeb } from '../web/build.ts';
import { findChromium } from './chromium.ts';
import { startTestDatabase } from './test-database.ts';

/**
 * Everything that must hold: types, lint, and every test, in parallel. `npm test -- <file …>` runs those files alone,
 * `--name <pattern>` only the tests with such a name.
 */
const root = join(import.meta.dirname, '..');
const { values, positionals } = parseArgs({ allowPositionals: true, options: { name: { type: 'string' } } });
const everything = positionals.length === 0 && values.name === undefined;
const files =
  positionals.length === 0 ? allTests() : allTests().filter((file) => positionals.some((wanted) => isWithin(file, resolve(wanted))));
if (files.length === 0) throw new Error(`No test file is at ${positionals.join(', ')}.`);

let passed = 0;
let failed = 0;
let skipped = 0;
const began = Date.now();

const stops = new Stops();
// Whoever ends the run early leaves no database behind.
for (const event of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const)
  process.on(event, () => stops.run().finally(() => process.exit(1)));
try {
  const preparing = [checkSources(), prepareBrowsers(), prepareDatabase()];
  // What was begun is waited for before anything is stopped.
  await Promise.allSettled(preparing);
  await Promise.all(preparing);
  // Tests speak of time in UTC, wherever they run.
  process.env.TZ = 'UTC';
  await runTests();
} finally {
  await stops.run();
}
process.stdout.write(
  `\n${Math.round((Date.now() - began) / 1000)} s\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`,
);
process.exit(failed === 0 && passed > 0 ? 0 : 1);

function isWithin(file: string, wanted: string): boolean {
  return file === wanted || file.startsWith(`${wanted}${sep}`);
}

function allTests(): string[] {
  return globSync(['server/**/*.test.ts', 'tracker/**/*.test.ts', 'web/**/*.test.ts', 'scripts/**/*.test.ts', 'bench/**/*.test.ts'], {
    cwd: root,
    exclude: (path) => path.includes('node_modules'),
  })
    .map((file) => join(root, file))
    .sort((a, b) => weightOf(b) - weightOf(a) || (a < b ? -1 : 1));
}

/**
 * Long files begin first, so that none is left running alone. The long ones are those that start browsers or servers or wait for
 * the end of a fault; then come the big ones.
 */
function weightOf(file: string): number {
  const text = readFileSync(file, 'utf8');
  return text.length + (/server-process\.ts|validating-proxy\.ts|\/bench\/|\.browser\.test|\/faults-/.test(text + file) ? 1e6 : 0);
}

async function checkSources() {
  if (!everything) return;
  await Promise.all([
    step('types', 'tsc', ['--noEmit', '-p', '.']),
    step('lint and import rules', 'biome', ['ci', '--error-on-warnings', '.']),
  ]);
}

async function prepareBrowsers() {
  if (!files.some((file) => file.includes('.browser.'))) return;
  process.env.CHROMIUM_PATH = findChromium();
  await buildWeb(root, (words) => process.stdout.write(`${words} …\n`));
}

async function prepareDatabase() {
  Object.assign(process.env, await startTestDatabase(root, process.env.DATABASE_URL, stops));
  delete process.env.DATABASE_URL;
}

async function step(name: string, program: string, args: string[]) {
  const child = spawn(join(root, 'node_modules/.bin', program), args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
  const code = await new Promise((resolve) => child.once('exit', resolve));
  if (code === 0) passed++;
  else failed++;
  process.stdout.write(`${code === 0 ? '✓' : '✗'} ${name}\n`);
}

async function runTests() {
  const stream = run({
    files,
    // Two more than there are cores, because some files mostly wait.
    concurrency: availableParallelism() + 2,
    // For a test that hangs; the longest waits for more than a minute.
    timeout: 300_000,
    // Whatever a failed test left running must not keep the whole run from ending.
    forceExit: true,
    // More room for short-lived objects: a file's start makes many, and collecting them took a tenth of all the time.
    execArgv: ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=32'],
    testNamePatterns: values.name === undefined ? undefined : [values.name],
  });
  for await (const { type, data } of stream) {
    // A file that fails to load is reported as a test of that name; a suite only repeats what its tests say.
    if (type === 'test:pass' && data.details.type !== 'suite' && !isFile(data)) {
      if (data.skip === undefined) passed++;
      else {
        skipped++;
        process.stdout.write(`- left out: ${data.name} (${data.skip})\n`);
      }
    }
    if (type === 'test:fail' && data.details.type !== 'suite') report(data);
    if (type === 'test:stderr' || (type === 'test:stdout' && !everything)) process.stderr.write(data.message);
    if (type === 'test:complete' && isFile(data)) {
      const seconds = Math.round(data.details.duration_ms / 1000);
      process.stdout.write(`${data.details.passed ? '✓' : '✗'} ${relative(root, data.name)}${seconds >= 10 ? ` (${seconds} s)` : ''}\n`);
    }
  }
}

type TestEvent = { name: string; file?: string; nesting: number; details: { error?: Error & { cause?: unknown; failureType?: string } } };

function isFile({ name, nesting }: { name: string; nesting: number }): boolean {
  return nesting === 0 && files.includes(name);
}

function report({ name, file, nesting, details }: TestEvent) {
  const { error } = details;
  if (error?.failureType === 'subtestsFailed') return;
  failed++;
  const cause = error?.cause instanceof Error ? (error.cause.stack ?? error.cause.message) : String(error?.cause ?? error);
  const path = relative(root, file ?? name);
  const only = isFile({ name, nesting }) ? '' : ` --name ${JSON.stringify(name)}`;
  process.stdout.write(`\n✗ ${name}\n${cause.replace(/^/gm, '    ')}\n    Repeat it alone: npm test -- ${path}${only}\n\n`);
}
