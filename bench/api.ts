import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { connect } from '../server/src/db/connect.ts';
import { postgresUrl } from '../server/src/db/embedded/postgres-address.ts';
import { createAccount } from '../server/src/domain/accounts/create-account.ts';
import { createKey } from '../server/src/domain/auth/api-keys.ts';
import { createUser } from '../server/src/domain/users/create-user.ts';
import { reportFormat } from '../server/src/earlier/report-format.ts';
import { firstOf } from '../server/src/lib/first-of.ts';
import { freePort } from '../server/src/lib/free-port.ts';
import { itemAt } from '../server/src/lib/item-at.ts';
import { required } from '../server/src/lib/required.ts';
import { plainContext } from '../tests/kit/plain-context.ts';
import { type ApiLoad, type ApiReport, runApiLoad } from './api-load.ts';
import { atLeast, type BenchReport } from './bench-report.ts';
import { cpuMs, databaseCpuMs } from './cpu-time.ts';
import { startServiceProcess } from './ingest-service.ts';

const target = 0.35;

/**
 * `npm run bench -- api`: Get Company with key, limits and credits, compared with a bare fastify route with one prepared select,
 * under the same load on the same machine in the same run.
 */
export default async function api(args: string[]): Promise<BenchReport> {
  const { values } = parseArgs({
    args,
    options: {
      seconds: { type: 'string', default: '3' },
      connections: { type: 'string', default: '32' },
      rounds: { type: 'string', default: '5' },
    },
  });
  const load = { seconds: Number(values.seconds), connections: Number(values.connections) };
  const folder = mkdtempSync(join(tmpdir(), 'leadlight-bench-api-'));
  const service = await startServiceProcess({ DATA_DIR: folder, PORT: String(await freePort()), HOST: '127.0.0.1' }, ['--role', 'web']);
  const url = postgresUrl(folder);
  const connection = connect(url, { connections: 2, name: 'bench', onError: () => {} });
  const bare = fork(join(import.meta.dirname, 'api-bare.ts'), { env: { ...process.env, BENCH_DATABASE: url } });
  try {
    const barePort: number = (await once(bare, 'message'))[0];
    const { db } = connection;
    const ctx = { ...plainContext(db, join(folder, 'exports')), reportFormat };
    const account = await createAccount(ctx, { name: 'Bench', plan: 'premium', timezone: 'UTC', credits: 1_000_000 });
    const email = 'bench@bench.example';
    await createUser(ctx, { accountId: account.id, email, password: 'correct horse battery', role: 'owner' });
    const unlimited = 1_000_000_000;
    const { key } = await createKey(ctx, { email, ratePerSecond: unlimited, burst: unlimited, monthlyQuota: unlimited });
    const companies = await db.selectFrom('companies').select('id').where('origin', '=', 'seed').orderBy('id').limit(500).execute();
    const bareLoad = { ...load, port: barePort, paths: companies.map(({ id }) => `/companies/${id}`), headers: '' };
    const ownLoad = {
      ...load,
      port: service.port,
      paths: companies.map(({ id }) => `/v1/companies/${id}?account_id=${account.id}`),
      headers: `X-Api-Key: ${key}\r\n`,
    };
    await revealAll(service.port, ownLoad.paths, key);
    await runApiLoad({ ...bareLoad, seconds: 2 });
    await runApiLoad({ ...ownLoad, seconds: 2 });
    const measure = async (apiLoad: ApiLoad, pid: number): Promise<Measured> => {
      const usedMs = [cpuMs(pid), databaseCpuMs(folder)];
      const report = await runApiLoad(apiLoad);
      const requests = report.perSecond * report.elapsedSeconds;
      return {
        ...report,
        nodeMs: (cpuMs(pid) - firstOf(usedMs)) / requests,
        databaseMs: (databaseCpuMs(folder) - itemAt(usedMs, 1)) / requests,
      };
    };
    const ratios: number[] = [];
    const rows: string[][] = [];
    for (let round = 1; round <= Number(values.rounds); round++) {
      const bareReport = await measure(bareLoad, required(bare.pid));
      const ownReport = await measure(ownLoad, service.pid);
      rows.push(rowOf('bare route, one prepared select', bareReport), rowOf('GET /v1/companies/{id}', ownReport));
      for (const row of rows.slice(-2)) console.log(row.join('  '));
      for (const { failures, firstFailure } of [bareReport, ownReport])
        if (failures > 0) throw new Error(`Some responses were not records:\n${firstFailure}`);
      ratios.push(ownReport.perSecond / bareReport.perSecond);
    }
    const ratio = itemAt(
      ratios.sort((a, b) => a - b),
      Math.floor(ratios.length / 2),
    );
    const charged = await db.selectFrom('credit_months').select('used').where('account_id', '=', account.id).executeTakeFirstOrThrow();
    const credits = {
      name: `credits charged for ${companies.length} companies requested repeatedly`,
      measured: String(charged.used),
      target: String(companies.length),
      isMet: charged.used === companies.length,
    };
    return {
      title: 'Get Company with key, limits and credits, compared with a bare route with one prepared select',
      goals: [atLeast(`requests per second relative to the bare route (median of ${ratios.length})`, ratio, target), credits],
      tables: [{ title: `${load.connections} connections`, columns, rows }],
      charts: [],
    };
  } finally {
    bare.disconnect();
    await connection.close();
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Reveals every company once, so that the measured requests are for revealed companies, as most requests are. */
async function revealAll(port: number, paths: string[], key: string) {
  const startMs = performance.now();
  for (const path of paths) {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { 'x-api-key': key } });
    if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
    await response.arrayBuffer();
  }
  const eachMs = (performance.now() - startMs) / paths.length;
  process.stdout.write(`a request that charges a credit, one at a time: ${eachMs.toFixed(1)} ms\n`);
}

/** Includes the CPU time per request, which is more reliable than throughput if the machine is busy with other things. */
type Measured = ApiReport & { nodeMs: number; databaseMs: number };

const columns = ['Route', 'Requests/s', 'p50', 'p99', 'Node CPU time', 'PostgreSQL CPU time'];

function rowOf(name: string, { perSecond, p50Ms, p99Ms, nodeMs, databaseMs }: Measured): string[] {
  return [
    name,
    perSecond.toFixed(0),
    ...[p50Ms, p99Ms].map((ms) => `${ms.toFixed(1)} ms`),
    ...[nodeMs, databaseMs].map((ms) => `${ms.toFixed(2)} ms`),
  ];
}
