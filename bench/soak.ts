import { parseArgs } from 'node:util';
import { type BenchReport, none, thousands } from './bench-report.ts';
import { runSoak } from './soak-run.ts';

const targetGrowth = 0.15;

/**
 * `npm run bench -- soak [--minutes 15]`: mixed load on all interfaces with kills of every kind of process, followed by an
 * independent recount of the acknowledged events, which is compared with both APIs.
 */
export default async function soak(args: string[]): Promise<BenchReport> {
  const { values } = parseArgs({
    args,
    options: {
      minutes: { type: 'string', default: '15' },
      senders: { type: 'string', default: '12' },
      /** Maximum seconds between two kills. */
      pace: { type: 'string', default: '12' },
    },
  });
  const report = await runSoak({
    seconds: Number(values.minutes) * 60,
    senders: Number(values.senders),
    killEverySeconds: Number(values.pace),
    logProgress: (message) => console.log(message),
    serversPerRole: 2,
    includesExports: true,
  });
  for (const line of [...report.faults.slice(0, 10), ...report.differences.slice(0, 10)]) console.log(`  ${line}`);
  const requests = Object.entries(report.requests).map(([kind, { responses, notReady, limited, unreachable }]) => [
    kind,
    ...[responses, notReady, limited, unreachable].map(thousands),
  ]);
  return {
    title: `${values.minutes} minutes of mixed load on all interfaces with kills of every kind of process, and a recount`,
    goals: [
      none('missing acknowledged events', report.missing),
      none('events stored twice, or without being acknowledged', report.surplus),
      none('5xx responses other than 503 with Retry-After, and 4xx responses to valid requests', report.faults.length),
      none(`differences between both APIs and the recount of ${thousands(report.visits)} visits`, report.differences.length),
      none('requested exports that were not created', report.exports.requested - report.exports.fetched),
      ...report.growth.map(({ name, share }) => ({
        name: `memory of ${name} over the last 60%`,
        measured: `${share >= 0 ? '+' : ''}${Math.round(share * 100)}%`,
        target: `growth of at most ${targetGrowth * 100}%`,
        isMet: share <= targetGrowth,
      })),
    ],
    tables: [
      {
        title: `${thousands(report.acknowledged)} events acknowledged, ${thousands(report.exports.fetched)} exports fetched`,
        columns: ['Kills of web', 'of collector', 'of worker', 'of the database'],
        rows: [['web', 'collector', 'worker', 'database'].map((kind) => String(report.kills[kind]))],
      },
      { title: 'Responses', columns: ['Interface', 'Responses', '503 with Retry-After', '429', 'No connection'], rows: requests },
    ],
    charts: [
      {
        fileName: 'soak-memory',
        title: 'Soak: resident memory of each process',
        x: { name: 'Minutes', scale: 'linear' },
        y: { name: 'Megabytes', scale: 'linear' },
        lines: report.memory,
      },
      {
        fileName: 'soak-events',
        title: 'Soak: events acknowledged',
        x: { name: 'Minutes', scale: 'linear' },
        y: { name: 'Events', scale: 'linear' },
        lines: [{ name: 'acknowledged', points: report.acknowledgedOverTime }],
      },
    ],
  };
}
