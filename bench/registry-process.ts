import { Random } from '../server/src/lib/random.ts';
import { compileRegistry } from '../server/src/providers/ip-data/registry/compile-registry.ts';
import { openRegistryTable } from '../server/src/providers/ip-data/registry/registry-database.ts';

export type CompileFigures = { objects: number; named: number; seconds: number; processorSeconds: number; peakBytes: number };
export type OpenFigures = { openMs: number; lookupsPerSecond: number; matches: number; grownBytes: number };

const lookups = 2_000_000;

/** Runs in a separate process, so that its memory can be measured: `compile SOURCE TABLE` or `open TABLE`. */
const [what, first = '', second = ''] = process.argv.slice(2);
process.stdout.write(JSON.stringify(what === 'compile' ? await compile(first, second) : open(first)));

async function compile(source: string, target: string): Promise<CompileFigures> {
  const startMs = performance.now();
  const { objects, named } = await compileRegistry([{ path: source, name: 'sample' }], target);
  const { user, system } = process.cpuUsage();
  return {
    objects,
    named,
    seconds: (performance.now() - startMs) / 1000,
    processorSeconds: (user + system) / 1e6,
    peakBytes: process.resourceUsage().maxRSS * 1024,
  };
}

function open(path: string): OpenFigures {
  const before = process.memoryUsage.rss();
  const startMs = performance.now();
  const table = openRegistryTable(path, 'sample');
  const openMs = performance.now() - startMs;
  const random = new Random(1);
  const addresses = Uint32Array.from({ length: lookups }, () => 0x05000000 + random.next() * 0x20000000);
  let matches = 0;
  const lookupStartMs = performance.now();
  for (const value of addresses) {
    const position = table.positionOf({ version: 4, value });
    if (position !== 0 && table.recordAt((position >>> 2) * 4 + 1) !== null) matches++;
  }
  const seconds = (performance.now() - lookupStartMs) / 1000;
  return { openMs, lookupsPerSecond: lookups / seconds, matches, grownBytes: process.memoryUsage.rss() - before };
}
