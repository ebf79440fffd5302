import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { type BenchReport, none, thousands } from './bench-report.ts';
import { runChaos } from './chaos-run.ts';

/**
 * `npm run bench -- chaos [--minutes 5] [--seed N]`: load, kills and everything that people and schedules do to an installation, at
 * once; in the end visits, sums, leads, feeds, both interfaces and the dashboard must be exactly as an independent oracle says.
 */
export default async function chaos(args: string[]): Promise<BenchReport> {
  const { values } = parseArgs({
    args,
    options: {
      minutes: { type: 'string', default: '5' },
      seed: { type: 'string' },
      senders: { type: 'string', default: '10' },
      /** Seconds between two kills, at most. */
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
    tell: (words) => console.log(words),
  });
  for (const list of [report.faults, report.differences, report.wrongSums])
    for (const words of list.slice(0, 20)) console.log(`  ${words}`);
  return {
    title: `${values.minutes} minutes of load, kills and changes of every kind at once, against an oracle (seed ${seed})`,
    goals: [
      none('acknowledged events that are missing', report.missing),
      none('events stored twice, or that must be gone', report.surplus),
      none('answers of 5xx but 503 with Retry-After, and refusals of right requests', report.faults.length),
      none(
        `differences of interfaces, feeds and dashboard from the oracle's ${thousands(report.visits)} visits`,
        report.differences.length,
      ),
      none(`differences of sums in ${report.recounts} recounts beside the load and in doctor --deep`, report.wrongSums.length),
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
