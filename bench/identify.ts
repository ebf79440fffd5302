import { join } from 'node:path';
import { openIpData } from '../server/src/providers/ip-data/open-ip-data.ts';
import { openKnowledge } from '../server/src/providers/ip-data/open-knowledge.ts';
import { atMost, type BenchReport } from './bench-report.ts';
import { measureAccuracy } from './identify-accuracy.ts';
import { measureSpeed } from './identify-speed.ts';

/** `npm run bench -- identify`: how often the right company is named, how fast, and at what price in memory. */
export default async function benchIdentify(): Promise<BenchReport> {
  const dataDir = join(import.meta.dirname, '..', 'data', 'bench');
  const before = process.memoryUsage.rss();
  const compiledMs = await timed(() => openIpData(dataDir));
  const reloadedMs = await timed(() => openIpData(dataDir));
  const { knowledge, locations } = await openKnowledge(dataDir);
  const accuracy = measureAccuracy(knowledge);
  const speed = measureSpeed(knowledge, locations);
  const grownBytes = process.memoryUsage.rss() - before;
  const memory = [
    ['address data', String(knowledge.networks.version)],
    ['opened, compiled when new', `${compiledMs} ms`],
    ['memory of the process grown by, locations included', `${(grownBytes / 1e6).toFixed(0)} MB`],
  ];
  return {
    title: 'How often the right company is named, how fast, and at what price in memory',
    goals: [atMost('compiled address data opened in', reloadedMs, 200, 'ms', 0), ...accuracy.goals, ...speed.goals],
    tables: [
      { title: 'Networks judged by eye', columns: ['Set', 'Organisations named', 'Providers named (wrongly)'], rows: accuracy.rows },
      { title: 'Speed and memory', columns: ['What', 'Figure'], rows: [...speed.rows, ...memory] },
    ],
    charts: [],
  };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return Math.round(performance.now() - started);
}
