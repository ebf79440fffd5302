import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parseIpAddress } from '../server/src/lib/ip-address.ts';
import { required } from '../server/src/lib/required.ts';
import { stageImport } from '../server/src/providers/ip-data/import-database.ts';
import { measureLabeled } from '../server/src/providers/ip-data/registry/labeled-objects.fixture.ts';
import { stageRegistry } from '../server/src/providers/ip-data/registry/stage-registry.ts';
import { atLeast, atMost, type BenchReport, type Goal, none, thousands } from './bench-report.ts';
import { writeOwnBlocksSample } from './own-blocks-sample.ts';
import { writeRegistrySample } from './registry-sample.ts';
import type { TableKind } from './table-lookups.ts';
import type { CompileFigures, OpenFigures } from './table-process.ts';

const samples = join(import.meta.dirname, '..', 'tests', 'samples');
const defaultBlocks = 5_000_000;
const run = promisify(execFile);

/** `npm run bench -- data`: speed, memory and accuracy of imported IP data. `--blocks N` sets the number of blocks. */
export default async function benchData(args: string[]): Promise<BenchReport> {
  const optionIndex = args.indexOf('--blocks');
  const blocks = optionIndex < 0 ? defaultBlocks : Number(args[optionIndex + 1]);
  const folder = mkdtempSync(join(tmpdir(), 'leadlight-data-'));
  try {
    const small = await measureTable(folder, 'registry', Math.round(blocks / 10));
    const large = await measureTable(folder, 'registry', blocks);
    const own = await measureTable(folder, 'own', blocks);
    const rows = [small, large, own].map(({ kind, count, compiled, opened, tableBytes }) => [
      kind === 'own' ? 'own CSV' : 'registry',
      count.toLocaleString('en-US'),
      Math.round(compiled.entries / compiled.seconds).toLocaleString('en-US'),
      Math.round(compiled.entries / compiled.cpuSeconds).toLocaleString('en-US'),
      `${(compiled.peakBytes / 1e6).toFixed(0)} MB`,
      `${(tableBytes / 1e6).toFixed(0)} MB`,
      `${opened.openMs.toFixed(0)} ms`,
      Math.round(opened.lookupsPerSecond).toLocaleString('en-US'),
      `${(opened.grownBytes / 1e6).toFixed(0)} MB`,
    ]);
    return {
      title: 'Imported data about addresses',
      goals: [
        ...goalsOf(large, `registry, ${blocks.toLocaleString('en-US')} blocks`),
        ...goalsOf(own, `own CSV, ${blocks.toLocaleString('en-US')} blocks`),
        atMost('compiling one object, compared with a tenth of the blocks', costOf(large) / costOf(small), 1.5),
        ...(await measureVendors(folder)),
        ...(await measureRegistry(folder, 'ripe-traps', 1, 0.9)),
        ...(await measureRegistry(folder, 'labeled', 0.97, 0.9)),
        ...(await measureRegistry(folder, 'further', 0.98, 0.95)),
        ...(await measureRegistry(folder, 'names', 0.97, 0.95)),
      ],
      tables: [
        {
          title:
            'Compiled tables. Memory is that of a process with its main thread and two worker threads; lookups are per second of CPU time',
          columns: [
            'Source',
            'Blocks',
            'Objects/s',
            'Objects per CPU second',
            'Peak memory',
            'Table',
            'Open',
            'Lookups/s',
            'Memory of a process',
          ],
          rows,
        },
      ],
      charts: [],
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function goalsOf({ compiled, opened }: Measured, name: string): Goal[] {
  return [
    atLeast(`${name}: compiled per second`, compiled.entries / compiled.seconds, 100_000, 0),
    atMost(`${name}: peak memory while compiling`, compiled.peakBytes / 1e6, 600, 'MB', 0),
    atMost(`${name}: time to open the table`, opened.openMs, 300, 'ms', 0),
    atLeast(`${name}: lookups per second of CPU time`, opened.lookupsPerSecond, 500_000, 0),
    atMost(`${name}: memory of a process with three threads for the table`, opened.grownBytes / 1e6, 200, 'MB', 0),
  ];
}

type Measured = { kind: TableKind; count: number; compiled: CompileFigures; opened: OpenFigures; tableBytes: number };

function costOf({ compiled }: Measured): number {
  return compiled.cpuSeconds / compiled.entries;
}

async function measureTable(folder: string, kind: TableKind, count: number): Promise<Measured> {
  const source = join(folder, 'sample');
  const table = join(folder, 'sample.table');
  await (kind === 'registry' ? writeRegistrySample : writeOwnBlocksSample)(source, count);
  const name = `${kind}, ${thousands(count)} blocks`;
  console.log(`${name}: written`);
  const compiled = await runInProcess<CompileFigures>('compile', kind, source, table);
  console.log(
    `${name}: ${thousands(Math.round(compiled.entries / compiled.seconds))} per second, peak ${(compiled.peakBytes / 1e6).toFixed(0)} MB, ${((compiled.cpuSeconds / compiled.entries) * 1e6).toFixed(1)} µs of CPU time each`,
  );
  const opened = await runInProcess<OpenFigures>('open', kind, table);
  console.log(
    `${name}: opened in ${opened.openMs.toFixed(0)} ms, ${thousands(Math.round(opened.lookupsPerSecond))} lookups/s, ${(opened.grownBytes / 1e6).toFixed(0)} MB`,
  );
  return { kind, count, compiled, opened, tableBytes: statSync(table).size };
}

async function runInProcess<Figures>(...args: string[]): Promise<Figures> {
  const { stdout } = await run(process.execPath, [join(import.meta.dirname, 'table-process.ts'), ...args]);
  return JSON.parse(stdout);
}

/** IPinfo's sample of 100 records: businesses and schools must be identified, providers must not. */
async function measureVendors(folder: string): Promise<Goal[]> {
  const { database } = await stageImport(folder, [join(samples, 'ipinfo/ip_company_sample.csv')]);
  const records: { start_ip: string; type: string }[] = readFileSync(join(samples, 'ipinfo/ip_company_sample.json'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const countNamed = (types: string[]) =>
    records.filter(({ type, start_ip }) => types.includes(type) && database.find(required(parseIpAddress(start_ip)))?.company !== undefined)
      .length;
  return [
    atLeast("businesses and schools named of 28 in IPinfo's sample", countNamed(['business', 'education']), 28, 0),
    none("ISPs and hosting providers named in IPinfo's sample", countNamed(['isp', 'hosting'])),
  ];
}

async function measureRegistry(folder: string, name: string, minPrecision: number, minRecall: number): Promise<Goal[]> {
  const { database } = await stageRegistry(folder, [join(samples, `registry/${name}.db`)]);
  const { objects, precision, recall } = measureLabeled(database, join(samples, `registry/${name}.csv`));
  return [
    atLeast(`precision of the names of ${objects} labeled registry objects`, precision, minPrecision, 3),
    atLeast(`customers named correctly of ${objects} labeled registry objects`, recall, minRecall, 3),
  ];
}
