import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, release, totalmem } from 'node:os';
import { join } from 'node:path';
import type { BenchReport } from '../bench/bench-report.ts';
import { findBinaries } from '../server/src/db/embedded/binaries.ts';
import { firstOf } from '../server/src/lib/first-of.ts';

export type BenchRecord = {
  name: string;
  command: string;
  takenAt: string;
  seconds: number;
  machine: { cores: number; processor: string; memoryGigabytes: number; system: string; node: string; postgres: string; loadAfter: number };
  report: BenchReport;
};

/** Stores the report of a run, from which docs/performance.md is rendered. */
export function recordBench(root: string, run: Pick<BenchRecord, 'name' | 'command' | 'seconds' | 'report'>): void {
  const folder = join(root, 'docs/performance');
  mkdirSync(folder, { recursive: true });
  const record: BenchRecord = { ...run, takenAt: new Date().toISOString(), machine: describeMachine() };
  writeFileSync(join(folder, `${run.name}.json`), `${JSON.stringify(record, null, 1)}\n`);
}

function describeMachine(): BenchRecord['machine'] {
  return {
    cores: availableParallelism(),
    processor: `${process.arch}${cpus()[0]?.model && firstOf(cpus()).model !== 'unknown' ? `, ${firstOf(cpus()).model}` : ''}`,
    memoryGigabytes: Math.round(totalmem() / 2 ** 30),
    system: `${process.platform} ${release()}`,
    node: process.versions.node,
    postgres: execFileSync(findBinaries().postgres, ['--version'], { encoding: 'utf8' }).trim().replace('postgres (PostgreSQL) ', ''),
    loadAfter: Math.round(firstOf(loadavg()) * 10) / 10,
  };
}
