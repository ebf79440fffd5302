import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Connection, connect } from '../server/src/db/connect.ts';
import { postgresUrl } from '../server/src/db/embedded/postgres-address.ts';
import { freePort } from '../server/src/lib/free-port.ts';
import { atMost, type BenchReport, none, percentile, thousands } from './bench-report.ts';
import { startServiceProcess } from './ingest-service.ts';
import { createTwins, type Twin } from './isolation-accounts.ts';
import { IsolationClients, type IsolationResults } from './isolation-clients.ts';

const targetSlowdown = 1.5;

/**
 * `npm run bench -- isolation`: two accounts with similar data, read concurrently through both APIs and the web application. Every
 * response is searched for rows of the other account, and the times are compared with those of one account alone under as many
 * requests.
 */
export default async function isolation(args: string[]): Promise<BenchReport> {
  const { values } = parseArgs({
    args,
    options: {
      visits: { type: 'string', default: '20000' },
      seconds: { type: 'string', default: '20' },
      clients: { type: 'string', default: '16' },
    },
  });
  const seconds = Number(values.seconds);
  const clients = Number(values.clients);
  const folder = mkdtempSync(join(tmpdir(), 'leadlight-bench-isolation-'));
  const service = await startServiceProcess({ DATA_DIR: folder, PORT: String(await freePort()), HOST: '127.0.0.1' });
  const connection = connect(postgresUrl(folder), { connections: 4, name: 'bench', onError: () => {} });
  try {
    const url = `http://127.0.0.1:${service.port}`;
    const twins = await createTwins(connection, url, Number(values.visits));
    const [first, second] = twins;
    await run(connection, url, [[first, clients]], Math.min(3, seconds));
    const alone = await run(connection, url, [[first, clients]], seconds);
    const together = await run(
      connection,
      url,
      [
        [first, clients / 2],
        [second, clients / 2],
      ],
      seconds,
    );
    return reportOf(alone, together, Number(values.visits));
  } finally {
    await connection.close();
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The rate limits of the earlier API would stop the load within seconds, so their counters are reset continuously. */
async function run({ pool }: Connection, url: string, loads: [Twin, number][], seconds: number): Promise<IsolationResults> {
  const timer = setInterval(() => void pool.query('delete from request_windows').catch(() => {}), 250);
  try {
    const load = new IsolationClients(url);
    await Promise.all(loads.map(([twin, clients]) => load.run(twin, clients, seconds)));
    return load.results;
  } finally {
    clearInterval(timer);
  }
}

function reportOf(alone: IsolationResults, together: IsolationResults, visits: number): BenchReport {
  const rows = Object.entries(together.latenciesMs).map(([kind, latencies]) => {
    const aloneMs = (alone.latenciesMs[kind] ?? []).toSorted((a, b) => a - b);
    const togetherMs = latencies.toSorted((a, b) => a - b);
    const times = [aloneMs, togetherMs].flatMap((sorted) => [percentile(sorted, 0.5), percentile(sorted, 0.95)]);
    return [kind, thousands(aloneMs.length), thousands(togetherMs.length), ...times.map((ms) => `${ms.toFixed(1)} ms`)];
  });
  const median = ({ latenciesMs }: IsolationResults) =>
    percentile(
      Object.values(latenciesMs)
        .flat()
        .sort((a, b) => a - b),
      0.5,
    );
  for (const line of [...together.foreign, ...together.wrong, ...together.failed].slice(0, 10)) console.log(`  ${line}`);
  const checked = alone.checked + together.checked;
  return {
    title: 'Two accounts with similar data under parallel load through both APIs and the web application',
    goals: [
      none(`responses, of ${thousands(checked)} searched, with a row of the other account`, alone.foreign.length + together.foreign.length),
      none("responses without the account's rows or with a wrong count", alone.wrong.length + together.wrong.length),
      none('responses other than 200', alone.failed.length + together.failed.length),
      atMost(
        'factor in median time with a second account, for the same number of requests',
        median(together) / median(alone),
        targetSlowdown,
      ),
    ],
    tables: [
      {
        title: `Each account has ${thousands(visits)} visits or slightly more of the same companies`,
        columns: ['Requests', 'Alone', 'Together', 'p50 alone', 'p95 alone', 'p50 together', 'p95 together'],
        rows,
      },
    ],
    charts: [],
  };
}
