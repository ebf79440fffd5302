import { parseArgs } from 'node:util';
import { type BenchReport, none } from './bench-report.ts';
import { runLedger } from './ledger-run.ts';

/** `npm run bench -- ledger`: checks that no acknowledged event is lost when the server, the worker and the database are killed. */
export default async function ledger(args: string[]): Promise<BenchReport> {
  const { values } = parseArgs({
    args,
    options: {
      kills: { type: 'string', default: '24' },
      clients: { type: 'string', default: '24' },
      accounts: { type: 'string', default: '12' },
    },
  });
  const report = await runLedger({
    kills: Number(values.kills),
    clients: Number(values.clients),
    accounts: Number(values.accounts),
    logProgress: (message) => console.log(message),
  });
  const { kills, seconds, acknowledged, retries, missing, surplus, ledger: counted } = report;
  const { received, stored, duplicates, other } = counted;
  const isBalanced = received === stored + duplicates + other && stored === acknowledged;
  return {
    title: 'Server, worker and database killed with SIGKILL under load: which acknowledged events are stored',
    goals: [
      none('missing acknowledged events', missing.length),
      none('events stored twice, or without being acknowledged', surplus.length),
      {
        name: 'received = stored + duplicates + other, and stored = acknowledged',
        measured: `${received} = ${stored} + ${duplicates} + ${other}, ${acknowledged}`,
        target: 'equal',
        isMet: isBalanced,
      },
    ],
    tables: [
      {
        title: 'The run',
        columns: ['Kills of the server', 'of the worker', 'of the database', 'Seconds', 'Events acknowledged', 'Repeated attempts'],
        rows: [[kills.server, kills.worker, kills.database, Math.round(seconds), acknowledged, retries].map(String)],
      },
    ],
    charts: [],
  };
}
