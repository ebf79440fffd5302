import { parseArgs } from 'node:util';
import { runLedger } from './ledger-run.ts';

/** `npm run bench -- ledger`: the long form of the test that nothing acknowledged is lost, whatever is killed. */
export default async function ledger(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { kills: { type: 'string', default: '24' }, clients: { type: 'string', default: '24' } } });
  const report = await runLedger({ kills: Number(values.kills), clients: Number(values.clients), tell: (words) => console.log(words) });
  const { kills, seconds, acknowledged, repeated, missing, surplus, ledger: counted } = report;
  console.log(
    `${kills.server} kills of the server, ${kills.worker} of the worker, ${kills.database} of the database in ${Math.round(seconds)} s`,
  );
  console.log(`${acknowledged} events acknowledged, ${repeated} attempts repeated`);
  console.log(`received ${counted.received} = stored ${counted.stored} + duplicates ${counted.duplicates} + other ${counted.other}`);
  const isEven = counted.received === counted.stored + counted.duplicates + counted.other && counted.stored === acknowledged;
  console.log(`${missing.length === 0 ? '✓' : '✗'} ${missing.length} acknowledged events are missing`);
  console.log(`${surplus.length === 0 ? '✓' : '✗'} ${surplus.length} events are stored that were not acknowledged, or twice`);
  console.log(`${isEven ? '✓' : '✗'} the counts come out ${isEven ? 'even' : 'uneven'}`);
  if (missing.length > 0 || surplus.length > 0 || !isEven) process.exitCode = 1;
}
