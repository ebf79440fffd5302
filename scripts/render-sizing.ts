import { thousands } from '../bench/bench-report.ts';

type Figures = { nodeMicrosPerEvent?: number; databaseMicrosPerEvent?: number; bytesPerVisit?: number };

/** Assumptions that are not measured. The text around the table in docs/operating.md explains them. */
const eventsPerVisit = 5;
const peakFactor = 5;
const targetUtilization = 0.6;
const readOverhead = 0.5;
const retentionYears = 2;
const diskHeadroom = 1.5;
const secondsPerYear = 365 * 86_400;
const terabytesPerNode = 2;
const coresPerNode = 16;

const sizes = [
  { accounts: 1, visits: 1e6 },
  { accounts: 100, visits: 1e7 },
  { accounts: 1000, visits: 1e8 },
  { accounts: 10_000, visits: 1e9 },
  { accounts: 100_000, visits: 1e10 },
];

/**
 * Renders the machine sizes for several numbers of visits, calculated from the cost of one event and one visit. Returns null until all
 * figures have been measured.
 */
export function renderSizing({ nodeMicrosPerEvent, databaseMicrosPerEvent, bytesPerVisit }: Figures): string | null {
  if (!nodeMicrosPerEvent || !databaseMicrosPerEvent || !bytesPerVisit) return null;
  const rows = sizes.map(({ accounts, visits }) => {
    const peak = ((visits * eventsPerVisit) / secondsPerYear) * peakFactor;
    const nodeCores = (peak * nodeMicrosPerEvent * 1e-6) / targetUtilization;
    const databaseCores = (peak * databaseMicrosPerEvent * 1e-6 * (1 + readOverhead)) / targetUtilization;
    const terabytes = (visits * retentionYears * bytesPerVisit * diskHeadroom) / 1e12;
    const nodes = Math.max(1, Math.ceil(Math.max(terabytes / terabytesPerNode, databaseCores / coresPerNode)));
    const cells = [
      thousands(accounts),
      thousands(visits),
      thousands(Math.ceil(peak)),
      cores(nodeCores),
      cores(databaseCores),
      disk(terabytes),
    ];
    return [...cells, nodes === 1 ? 'one machine' : `${nodes} nodes`];
  });
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  return [
    `Measured: ${nodeMicrosPerEvent} µs of CPU time in Node (collector and pipeline) and ${databaseMicrosPerEvent} µs in PostgreSQL per event, ${thousands(bytesPerVisit)} bytes on disk per visit.`,
    '',
    line([
      'Accounts',
      'Visits per year',
      'Events/s at the peak',
      'Cores for collectors and workers',
      'Cores for the database',
      'Disk',
      'Database',
    ]),
    '|---|---|---|---|---|---|---|',
    ...rows.map(line),
    '',
  ].join('\n');
}

function cores(value: number): string {
  return value < 0.1 ? '< 0.1' : value < 10 ? value.toFixed(1) : String(Math.ceil(value));
}

function disk(terabytes: number): string {
  return terabytes < 1 ? `${thousands(Math.ceil(terabytes * 1000))} GB` : `${terabytes.toFixed(1)} TB`;
}
