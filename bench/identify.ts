import { join } from 'node:path';
import { openIpData } from '../server/src/providers/ip-data/open-ip-data.ts';
import { openKnowledge } from '../server/src/providers/ip-data/open-knowledge.ts';
import { atMost, type BenchReport } from './bench-report.ts';
import { measureAccuracy } from './identify-accuracy.ts';
import { measureNetworks } from './identify-networks.ts';
import { measureSpeed } from './identify-speed.ts';

/** `npm run bench -- identify`: accuracy, speed and memory of the identification. */
export default async function benchIdentify(): Promise<BenchReport> {
  const dataDir = join(import.meta.dirname, '..', 'data', 'bench');
  const before = process.memoryUsage.rss();
  const compiledMs = await timed(() => openIpData(dataDir));
  const reloadedMs = await timed(() => openIpData(dataDir));
  const { knowledge, locations } = await openKnowledge(dataDir);
  const accuracy = measureAccuracy(knowledge);
  const networks = measureNetworks(knowledge);
  const speed = measureSpeed(knowledge, locations);
  const grownBytes = process.memoryUsage.rss() - before;
  const memory = [
    ['IP data version', String(knowledge.networks.version)],
    ['time to open, including compiling if new', `${compiledMs} ms`],
    ['memory growth of the process, including locations', `${(grownBytes / 1e6).toFixed(0)} MB`],
  ];
  return {
    title: 'Accuracy, speed and memory of the identification',
    goals: [atMost('time to open the compiled IP data', reloadedMs, 200, 'ms', 0), ...accuracy.goals, ...networks.goals, ...speed.goals],
    tables: [
      { title: 'Networks reviewed individually', columns: ['Set', 'Found', 'Right'], rows: networks.rows },
      { title: 'Networks classified manually', columns: ['Set', 'Organizations named', 'Providers named (wrongly)'], rows: accuracy.rows },
      { title: 'Speed and memory', columns: ['What', 'Figure'], rows: [...speed.rows, ...memory] },
    ],
    charts: [],
  };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startMs = performance.now();
  await work();
  return Math.round(performance.now() - startMs);
}
