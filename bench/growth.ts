import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startPostgres } from '../server/src/db/embedded/postgres.ts';
import { firstOf } from '../server/src/lib/first-of.ts';
import { itemAt } from '../server/src/lib/item-at.ts';
import { recordOf } from '../server/src/lib/record-of.ts';
import { atMost, type BenchChart, type BenchReport, type Goal, thousands } from './bench-report.ts';
import { type BytesPerVisit, type DatasetSize, GrowthDatasets } from './growth-datasets.ts';
import { type Measured, measureOperations, operationNames } from './growth-operations.ts';

const dimensions = ['visits', 'companies', 'accounts'] as const;
type Dimension = (typeof dimensions)[number];
const factors = [1, 3, 10];

/** Allowed slowdown with ten times the data: proportional for operations that read everything, almost none for the others. */
const targetTimes: Record<string, number> = { 'feed with a page condition': 12, 'search companies': 12, 'export of all leads': 12 };
const defaultTarget = 1.5;
const targetMemory = 1.5;

/**
 * `npm run bench -- growth`: time and memory of the main operations, with three and ten times the visits, companies or accounts.
 * Each variant is a separate database on the same server.
 */
export default async function growth(args: string[]): Promise<BenchReport> {
  const { values } = parseArgs({
    args,
    options: {
      visits: { type: 'string', default: '30000' },
      companies: { type: 'string', default: '3000' },
      accounts: { type: 'string', default: '10' },
      rounds: { type: 'string', default: '30' },
    },
  });
  const base: DatasetSize = { visits: Number(values.visits), companies: Number(values.companies), accounts: Number(values.accounts) };
  const folder = mkdtempSync(join(tmpdir(), 'leadlight-bench-growth-'));
  const postgres = await startPostgres({ folder, onProgress: () => {}, onWarning: console.error, durable: false });
  try {
    const datasets = new GrowthDatasets(postgres.url, folder);
    await datasets.prepare();
    const measure = async (size: DatasetSize) => {
      const measured = await datasets.withDataset(size, (service, reader) => measureOperations(service, reader, Number(values.rounds)));
      console.log(
        `${Object.values(size).map(thousands).join(' / ')}: ${operationNames.map((name) => `${name} ${measured[name].ms.toFixed(1)} ms`).join(', ')}`,
      );
      return measured;
    };
    // A warm-up, so that the first variant is not slowed down by cold code.
    await measure(base);
    const first = await measure(base);
    const curves = recordOf(dimensions, () => [first]);
    for (const dimension of dimensions) {
      for (const factor of factors.slice(1)) curves[dimension].push(await measure({ ...base, [dimension]: base[dimension] * factor }));
    }
    return reportOf(base, curves, datasets.bytesPerVisit);
  } finally {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function reportOf(base: DatasetSize, curves: Record<Dimension, Measured[]>, bytesPerVisit: BytesPerVisit): BenchReport {
  const goals: Goal[] = [];
  const rows: string[][] = [];
  for (const name of operationNames) {
    const at = (dimension: Dimension, which: number) => itemAt(curves[dimension], which)[name];
    const before = at('visits', 0);
    const cells = [name, `${before.ms.toFixed(2)} ms`, megabytes(before.bytes)];
    for (const dimension of dimensions) {
      const after = at(dimension, factors.length - 1);
      cells.push(`${after.ms.toFixed(2)} ms`, megabytes(after.bytes));
      const maxFactor = targetTimes[name] ?? defaultTarget;
      goals.push(atMost(`${name}: factor in time for ten times the ${dimension}`, after.ms / before.ms, maxFactor));
      goals.push(atMost(`${name}: factor in memory for ten times the ${dimension}`, after.bytes / before.bytes, targetMemory));
    }
    rows.push(cells);
  }
  const title = `Starting with ${thousands(base.visits)} visits of the account, ${thousands(base.companies)} companies and ${thousands(base.accounts)} other accounts`;
  const columns = [
    'Operation',
    'time',
    'memory',
    ...dimensions.flatMap((dimension) => [`time, ${dimension} ×10`, `memory, ${dimension} ×10`]),
  ];
  return {
    title: 'Effect of ten times the visits, companies or accounts on the time and memory of the main operations',
    goals,
    tables: [
      { title, columns, rows },
      {
        title: 'Bytes on disk per visit',
        columns: ['What', 'Bytes'],
        rows: [
          ['the visit with its events and indexes', thousands(bytesPerVisit.visit)],
          ['everything, including rollups, pages, visitors and leads', thousands(bytesPerVisit.everything)],
        ],
      },
    ],
    charts: dimensions.map((dimension) => chartOf(dimension, curves[dimension])),
    figures: { bytesPerVisit: bytesPerVisit.everything },
  };
}

function chartOf(dimension: Dimension, measured: Measured[]): BenchChart {
  return {
    fileName: `growth-${dimension}`,
    title: `Time of the main operations with more ${dimension}`,
    x: { name: `Factor in ${dimension}`, scale: 'factor' },
    y: { name: 'Factor in time', scale: 'factor' },
    lines: operationNames.map((name) => ({
      name,
      points: measured.map((times, index): [number, number] => [
        itemAt(factors, index),
        Math.round((times[name].ms / firstOf(measured)[name].ms) * 100) / 100,
      ]),
    })),
  };
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(0)} MB`;
}
