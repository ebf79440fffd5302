import { join } from 'node:path';
import { openKnowledge } from '../server/src/providers/ip-data/open-knowledge.ts';
import { measureAccuracy } from './identify-accuracy.ts';
import { measureSpeed } from './identify-speed.ts';

/** How often the right company is named, how fast, and at what price in memory. Returns false when a promise is not kept. */
export default async function benchIdentify(): Promise<boolean> {
  const dataDir = join(import.meta.dirname, '..', 'data', 'bench');
  const before = process.memoryUsage.rss();
  const started = performance.now();
  const { knowledge, locations } = await openKnowledge(dataDir);
  const openedMs = performance.now() - started;
  const restarted = performance.now();
  await openKnowledge(dataDir);
  console.log(
    `data opened in ${openedMs.toFixed(0)} ms, again in ${(performance.now() - restarted).toFixed(0)} ms (networks ${knowledge.networks.version})`,
  );
  const isAccurate = measureAccuracy(knowledge);
  const isFast = measureSpeed(knowledge, locations);
  const grownBytes = process.memoryUsage.rss() - before;
  console.log(`process memory grown by ${(grownBytes / 1e6).toFixed(0)} MB in all, locations included`);
  return isAccurate && isFast;
}
