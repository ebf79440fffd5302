import { Worker } from 'node:worker_threads';
import { Random } from '../server/src/lib/random.ts';
import { shareFiles } from '../server/src/lib/shared-files.ts';
import { compileTable } from '../server/src/providers/ip-data/import/table-database.ts';
import { compileRegistry } from '../server/src/providers/ip-data/registry/compile-registry.ts';
import { findAll, openDatabase, type TableKind } from './table-lookups.ts';

export type CompileFigures = { entries: number; seconds: number; cpuSeconds: number; peakBytes: number };
export type OpenFigures = { openMs: number; lookupsPerSecond: number; matches: number; grownBytes: number };

const lookups = 2_000_000;
/** As many as a server has on a machine with four cores. */
const threads = 2;

/** Runs in a separate process, so that its memory can be measured: `compile KIND SOURCE TABLE` or `open KIND TABLE`. */
const [command, kind, first = '', second = ''] = process.argv.slice(2) as [string, TableKind, string?, string?];
process.stdout.write(JSON.stringify(command === 'compile' ? await compile(first, second) : await open(first)));
process.exit();

async function compile(source: string, target: string): Promise<CompileFigures> {
  const startMs = performance.now();
  const entries =
    kind === 'registry'
      ? (await compileRegistry([{ path: source, name: 'sample' }], target)).objects
      : (await compileTable([{ path: source, name: 'sample', original: source }], target)).entries;
  const { user, system } = process.cpuUsage();
  return {
    entries,
    seconds: (performance.now() - startMs) / 1000,
    cpuSeconds: (user + system) / 1e6,
    peakBytes: process.resourceUsage().maxRSS * 1024,
  };
}

/** Opens the table in the main thread and in worker threads, as a server does, and looks up addresses in all of them. */
async function open(path: string): Promise<OpenFigures> {
  const random = new Random(1);
  const addresses = Uint32Array.from({ length: lookups }, () => 0x05000000 + random.next() * 0x20000000);
  const workers = Array.from({ length: threads }, startThread);
  await Promise.all(workers.map(({ message }) => message()));
  const before = process.memoryUsage.rss();
  const startMs = performance.now();
  const database = await openDatabase(kind, path, 'sample');
  const openMs = performance.now() - startMs;
  for (const { worker, message } of workers) {
    worker.postMessage({ kind, path, addresses: addresses.subarray(0, lookups / 20) });
    await message();
  }
  const start = process.cpuUsage();
  const matches = findAll(database, addresses);
  const { user, system } = process.cpuUsage(start);
  return { openMs, lookupsPerSecond: (lookups * 1e6) / (user + system), matches, grownBytes: process.memoryUsage.rss() - before };
}

function startThread() {
  const files = shareFiles();
  const worker = new Worker(new URL('./table-thread.ts', import.meta.url), { workerData: files, transferList: [files] });
  worker.on('error', (error) => {
    throw error;
  });
  return { worker, message: () => new Promise((resolve) => worker.once('message', resolve)) };
}
