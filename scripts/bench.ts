import { spawn } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Bench, BenchReport } from '../bench/bench-report.ts';
import { firstOf } from '../server/src/lib/first-of.ts';
import { recordBench } from './record-bench.ts';
import { renderPerformance } from './render-performance.ts';

/**
 * `npm run bench` runs the benchmarks in `order`, each in a separate process, and writes docs/performance.md. `npm run bench -- <name>`
 * runs one and prints its result; `--write` also updates its part of the document.
 */
const root = join(import.meta.dirname, '..');
const folder = join(root, 'bench');
/** The benchmarks from the shortest to the longest. Those not listed, such as soak and chaos, run only if they are named. */
const order = [
  'identify',
  'api',
  'batch',
  'browser',
  'ingest',
  'isolation',
  'lists',
  'growth',
  'directory',
  'contacts',
  'data',
  'ledger',
  'restore',
  'accounts',
  'alerts',
  'correction',
  'live',
  'screens',
];

const [name, ...rest] = process.argv.slice(2);
if (name === undefined) process.exit(await runAll());
const file = join(folder, `${name}.ts`);
if (name.includes('-') || !existsSync(file)) {
  const names = globSync('*.ts', { cwd: folder })
    .map((entry) => basename(entry, '.ts'))
    .filter((entry) => !entry.includes('-'));
  process.stderr.write(
    `There is no benchmark "${name}": choose from ${names.sort().join(', ')}, or omit the name to run the default ones.\n`,
  );
  process.exit(1);
}
process.exit(await runOne(name, rest));

async function runAll(): Promise<number> {
  let failed = 0;
  for (const name of order) {
    process.stdout.write(`\n${name}\n`);
    const args = ['--disable-warning=ExperimentalWarning', import.meta.filename, name, '--write'];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'] });
    const code = await new Promise<number | null>((resolve) => child.once('exit', resolve));
    if (code !== 0) failed++;
  }
  process.stdout.write(`\n${order.length - failed} of ${order.length} meet their goals; see docs/performance.md\n`);
  return failed === 0 ? 0 : 1;
}

async function runOne(name: string, args: string[]): Promise<number> {
  const { default: bench }: { default: Bench } = await import(join(folder, `${name}.ts`));
  const startMs = performance.now();
  const benchArgs = args.filter((arg) => arg !== '--write');
  const report = await bench(benchArgs).catch((error: Error): BenchReport => {
    process.stderr.write(`${error.stack}\n`);
    const goal = { name: 'the benchmark completes', measured: firstOf(error.message.split('\n')), target: 'yes', isMet: false };
    return { title: name, goals: [goal], tables: [], charts: [] };
  });
  const isMet = report.goals.every((goal) => goal.isMet);
  for (const goal of report.goals) {
    process.stdout.write(`${goal.isMet ? '✓' : '✗'} ${goal.name}: ${goal.measured} (target: ${goal.target})\n`);
  }
  for (const { title, columns, rows } of report.tables) {
    process.stdout.write(`\n${title}\n`);
    for (const row of [columns, ...rows]) process.stdout.write(`  ${row.join(' | ')}\n`);
  }
  if (benchArgs.length < args.length) {
    const command = ['npm run bench --', name, ...benchArgs].join(' ');
    recordBench(root, { name, command, seconds: Math.round((performance.now() - startMs) / 1000), report });
    renderPerformance(root);
  }
  return isMet ? 0 : 1;
}
