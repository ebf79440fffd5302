import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parseIpAddress } from '../server/src/lib/ip-address.ts';
import { required } from '../server/src/lib/required.ts';
import { stageImport } from '../server/src/providers/ip-data/import-database.ts';
import { measureLabelled } from '../server/src/providers/ip-data/registry/labelled-objects.fixture.ts';
import { stageRegistry } from '../server/src/providers/ip-data/registry/stage-registry.ts';
import { atLeast, atMost, type BenchReport, type Goal, none, thousands } from './bench-report.ts';
import type { CompileFigures, OpenFigures } from './registry-process.ts';
import { writeRegistrySample } from './registry-sample.ts';

const samples = join(import.meta.dirname, '..', 'tests', 'samples');
const defaultBlocks = 5_000_000;
const run = promisify(execFile);

/** `npm run bench -- data`: speed, memory and accuracy of imported IP data. `--blocks N` sets the number of blocks. */
export default async function benchData(args: string[]): Promise<BenchReport> {
  const optionIndex = args.indexOf('--blocks');
  const blocks = optionIndex < 0 ? defaultBlocks : Number(args[optionIndex + 1]);
  const folder = mkdtempSync(join(tmpdir(), 'leadlight-data-'));
  try {
    const small = await measureTable(folder, Math.round(blocks / 10));
    const large = await measureTable(folder, blocks);
    const rows = [small, large].map(({ count, compiled, opened, tableBytes }) => [
      count.toLocaleString('en-US'),
      Math.round(compiled.objects / compiled.seconds).toLocaleString('en-US'),
      Math.round(compiled.objects / compiled.processorSeconds).toLocaleString('en-US'),
      `${(compiled.peakBytes / 1e6).toFixed(0)} MB`,
      `${(tableBytes / 1e6).toFixed(0)} MB`,
      `${opened.openMs.toFixed(0)} ms`,
      Math.round(opened.lookupsPerSecond).toLocaleString('en-US'),
      `${(opened.grownBytes / 1e6).toFixed(0)} MB`,
    ]);
    return {
      title: 'Imported data about addresses',
      goals: [
        atLeast(
          `objects compiled per second, ${blocks.toLocaleString('en-US')} blocks`,
          large.compiled.objects / large.compiled.seconds,
          100_000,
          0,
        ),
        atMost('peak memory while compiling', large.compiled.peakBytes / 1e6, 600, 'MB', 0),
        atMost('time to open the table', large.opened.openMs, 300, 'ms', 0),
        atLeast('look-ups per second', large.opened.lookupsPerSecond, 500_000, 0),
        atMost('memory of a process for the table', large.opened.grownBytes / 1e6, 200, 'MB', 0),
        atMost('compiling one object, compared with a tenth of the blocks', costOf(large) / costOf(small), 1.5),
        ...(await measureVendors(folder)),
        ...(await measureRegistry(folder, 'ripe-traps', 1, 0.9)),
        ...(await measureRegistry(folder, 'labelled', 0.97, 0.9)),
        ...(await measureRegistry(folder, 'further', 0.98, 0.95)),
        ...(await measureRegistry(folder, 'names', 0.97, 0.95)),
      ],
      tables: [
        {
          title: 'Registry blocks',
          columns: [
            'Blocks',
            'Objects/s',
            'Objects per processor second',
            'Peak memory',
            'Table',
            'Open',
            'Look-ups/s',
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

type Measured = { count: number; compiled: CompileFigures; opened: OpenFigures; tableBytes: number };

function costOf({ compiled }: Measured): number {
  return compiled.processorSeconds / compiled.objects;
}

async function measureTable(folder: string, count: number): Promise<Measured> {
  const source = join(folder, 'sample.gz');
  const table = join(folder, 'sample.registry');
  await writeRegistrySample(source, count);
  console.log(`${thousands(count)} blocks written`);
  const compiled = await runInProcess<CompileFigures>('compile', source, table);
  console.log(
    `${thousands(count)} blocks: ${thousands(Math.round(compiled.objects / compiled.seconds))} objects/s, peak ${(compiled.peakBytes / 1e6).toFixed(0)} MB, ${((compiled.processorSeconds / compiled.objects) * 1e6).toFixed(1)} µs of CPU time per object`,
  );
  const opened = await runInProcess<OpenFigures>('open', table);
  console.log(
    `${thousands(count)} blocks: opened in ${opened.openMs.toFixed(0)} ms, ${thousands(Math.round(opened.lookupsPerSecond))} look-ups/s, ${(opened.grownBytes / 1e6).toFixed(0)} MB`,
  );
  return { count, compiled, opened, tableBytes: statSync(table).size };
}

async function runInProcess<Figures>(...args: string[]): Promise<Figures> {
  const { stdout } = await run(process.execPath, [join(import.meta.dirname, 'registry-process.ts'), ...args]);
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
  const { objects, precision, recall } = measureLabelled(database, join(samples, `registry/${name}.csv`));
  return [
    atLeast(`precision of the names of ${objects} labelled registry objects`, precision, minPrecision, 3),
    atLeast(`customers named correctly of ${objects} labelled registry objects`, recall, minRecall, 3),
  ];
}
