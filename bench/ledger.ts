import { parseArgs } from 'node:util';
import { type BenchReport, none } from './bench-report.ts';
import { runLedger } from './ledger-run.ts';

/** `npm run bench -- ledger`: the long form of the test that nothing acknowledged is lost, whatever is killed. */
export default async function ledger(args: string[]): Promise<BenchReport> {
  const { values } = parseArgs({ args, options: { kills: { type: 'string', default: '24' }, clients: { type: 'string', default: '24' } } });
  const report = await runLedger({ kills: Number(values.kills), clients: Number(values.clients), tell: (words) => console.log(words) });
  const { kills, seconds, acknowledged, repeated, missing, surplus, ledger: counted } = report;
  const { received, stored, duplicates, other } = counted;
  const isEven = received === stored + duplicates + other && stored === acknowledged;
  return {
    title: 'Kills with -9 of server, worker and database under load, and what of the acknowledged events is stored',
    goals: [
      none('acknowledged events that are missing', missing.length),
      none('events stored twice, or without being acknowledged', surplus.length),
      {
        name: 'received = stored + duplicates + other, and stored = acknowledged',
        measured: `${received} = ${stored} + ${duplicates} + ${other}, ${acknowledged}`,
        promised: 'even',
        isKept: isEven,
      },
    ],
    tables: [
      {
        title: 'The run',
        columns: ['Kills of the server', 'of the worker', 'of the database', 'Seconds', 'Events acknowledged', 'Attempts repeated'],
        rows: [[kills.server, kills.worker, kills.database, Math.round(seconds), acknowledged, repeated].map(String)],
      },
    ],
    charts: [],
  };
}
