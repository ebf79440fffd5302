import { parseArgs } from 'node:util';
import { type BenchReport, none, thousands } from './bench-report.ts';
import { runSoak } from './soak-run.ts';

const promisedGrowth = 0.15;

/**
 * `npm run bench -- soak [--minutes 15]`: mixed load on all doors with kills of every kind of process, and then an independent
 * recount of what was acknowledged, held against both interfaces.
 */
export default async function soak(args: string[]): Promise<BenchReport> {
  const { values } = parseArgs({
    args,
    options: {
      minutes: { type: 'string', default: '15' },
      senders: { type: 'string', default: '12' },
      /** Seconds between two kills, at most. */
      pace: { type: 'string', default: '12' },
    },
  });
  const report = await runSoak({
    seconds: Number(values.minutes) * 60,
    senders: Number(values.senders),
    killEverySeconds: Number(values.pace),
    tell: (words) => console.log(words),
    serversOfRole: 2,
    withExports: true,
  });
  for (const words of [...report.faults.slice(0, 10), ...report.differences.slice(0, 10)]) console.log(`  ${words}`);
  const doors = Object.entries(report.doors).map(([door, { answers, notReady, limited, unreachable }]) => [
    door,
    ...[answers, notReady, limited, unreachable].map(thousands),
  ]);
  return {
    title: `${values.minutes} minutes of mixed load on all doors with kills of every kind of process, and a recount`,
    goals: [
      none('acknowledged events that are missing', report.missing),
      none('events stored twice, or without being acknowledged', report.surplus),
      none('answers of 5xx but 503 with Retry-After, and refusals of right requests', report.faults.length),
      none(`differences of both interfaces from the recount of ${thousands(report.visits)} visits`, report.differences.length),
      none('exports asked for and not made', report.exports.wanted - report.exports.fetched),
      ...report.growth.map(({ name, share }) => ({
        name: `memory of ${name} over the last two thirds`,
        measured: `${share >= 0 ? '+' : ''}${Math.round(share * 100)} %`,
        promised: `growth of at most ${promisedGrowth * 100} %`,
        isKept: share <= promisedGrowth,
      })),
    ],
    tables: [
      {
        title: `${thousands(report.acknowledged)} events acknowledged, ${thousands(report.exports.fetched)} exports fetched`,
        columns: ['Kills of web', 'of collector', 'of worker', 'of the database'],
        rows: [['web', 'collector', 'worker', 'database'].map((kind) => String(report.kills[kind]))],
      },
      { title: 'Answers', columns: ['Door', 'Answers', '503 with Retry-After', '429', 'No connection'], rows: doors },
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
