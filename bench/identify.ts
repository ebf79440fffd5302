import { join } from 'node:path';
import { openIpData } from '../server/src/providers/ip-data/open-ip-data.ts';
import { openKnowledge } from '../server/src/providers/ip-data/open-knowledge.ts';
import { measureAccuracy } from './identify-accuracy.ts';
import { measureSpeed } from './identify-speed.ts';

/** How often the right company is named, how fast, and at what price in memory. Returns false when a promise is not kept. */
export default async function benchIdentify(): Promise<boolean> {
  const dataDir = join(import.meta.dirname, '..', 'data', 'bench');
  const before = process.memoryUsage.rss();
  const compiledMs = await timed(() => openIpData(dataDir));
  const reloadedMs = await timed(() => openIpData(dataDir));
  const { knowledge, locations } = await openKnowledge(dataDir);
  console.log(
    `networks ${knowledge.networks.version}: opened in ${compiledMs} ms (compiled when new), reloaded in ${reloadedMs} ms (promised 200)`,
  );
  const isAccurate = measureAccuracy(knowledge);
  const isFast = measureSpeed(knowledge, locations);
  const grownBytes = process.memoryUsage.rss() - before;
  console.log(`process memory grown by ${(grownBytes / 1e6).toFixed(0)} MB in all, locations included`);
  return isAccurate && isFast;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return Math.round(performance.now() - started);
}
