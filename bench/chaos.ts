import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { atLeast, type BenchReport, none, thousands } from './bench-report.ts';
import { runChaos } from './chaos-run.ts';

/**
 * `npm run bench -- chaos [--minutes 5] [--seed N]`: load and kills, together with the changes that users and scheduled jobs make to an
 * installation. At the end, visits, rollups, leads, feeds, both APIs and the dashboard must match an independent oracle exactly.
 */
export default async function chaos(args: string[]): Promise<BenchReport> {
  const { values } = parseArgs({
    args,
    options: {
      minutes: { type: 'string', default: '5' },
      seed: { type: 'string' },
      senders: { type: 'string', default: '10' },
      /** Maximum seconds between two kills. */
      pace: { type: 'string', default: '10' },
    },
  });
  const seed = values.seed === undefined ? randomInt(2 ** 31) : Number(values.seed);
  console.log(`seed ${seed}`);
  const report = await runChaos({
    seconds: Number(values.minutes) * 60,
    seed,
    senders: Number(values.senders),
    killEverySeconds: Number(values.pace),
    paceMs: 3000,
    servers: 2,
    logProgress: (message) => console.log(message),
  });
  for (const list of [report.faults, report.differences, report.wrongRollups])
    for (const line of list.slice(0, 20)) console.log(`  ${line}`);
  return {
    title: `${values.minutes} minutes of concurrent load, kills and changes of every kind, compared with an oracle (seed ${seed})`,
    goals: [
      none('missing acknowledged events', report.missing),
      none('events stored twice, or that should have been deleted', report.surplus),
      none('5xx responses other than 503 with Retry-After, and 4xx responses to valid requests', report.faults.length),
      none(
        `differences of interfaces, feeds and dashboard from the oracle's ${thousands(report.visits)} visits`,
        report.differences.length,
      ),
      atLeast('recounts of rollups under load', report.recounts, 1, 0),
      none(`differences of rollups in ${report.recounts} recounts under load and in doctor --deep`, report.wrongRollups.length),
    ],
    tables: [
      {
        title: `${thousands(report.acknowledged)} events acknowledged and kept`,
        columns: ['What', 'How often'],
        rows: [
          ...Object.entries(report.kills).map(([kind, kills]) => [`kills of ${kind}`, String(kills)]),
          ...Object.entries(report.operations).map(([name, count]) => [name, String(count)]),
        ],
      },
    ],
    charts: [],
  };
}
