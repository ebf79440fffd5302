import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { readConfig } from '../server/src/config.ts';
import type { Connection } from '../server/src/db/connect.ts';
import { createAccount } from '../server/src/domain/accounts/create-account.ts';
import { createKey } from '../server/src/domain/auth/api-keys.ts';
import { createToken } from '../server/src/domain/auth/api-tokens.ts';
import type { PipelineContext } from '../server/src/domain/ingestion/batch.ts';
import { createUser } from '../server/src/domain/users/create-user.ts';
import { WorkerState } from '../server/src/domain/worker-state.ts';
import { reportFormat } from '../server/src/earlier/report-format.ts';
import { createServer } from '../server/src/http/server.ts';
import { openInterfaces } from '../server/src/interfaces.ts';
import { freePort } from '../server/src/lib/free-port.ts';
import { createCompanyIdentifier } from '../server/src/providers/create-company-identifier.ts';
import { plainContext } from '../tests/kit/plain-context.ts';

/** An account, and the credentials of its owner. */
export type Reader = { accountId: string; email: string; token: string; key: string; scriptHash: string };

export type BenchService = {
  url: string;
  ctx: PipelineContext;
  newAccount(name: string): Promise<Reader>;
  /** Creates credentials for an existing account. */
  openAccount(accountId: string): Promise<Reader>;
  /** Milliseconds until the complete response has arrived. */
  time(path: string, token: string): Promise<number>;
  get(path: string, token: string): Promise<{ data: { id: string }[] }>;
  /** Sends JSON to the versioned API. */
  post(path: string, key: string, body: object): Promise<{ data: unknown[] }>;
  close(): Promise<void>;
};

/** Folder in which the compiled IP data is stored for later runs. */
const ipDataFolder = join(import.meta.dirname, '../data/bench');

/**
 * Starts the interfaces on a real HTTP port. The clock advances by a minute per request, because the rate limit would otherwise stop
 * the measurement.
 */
export async function startBenchService({ db, requestDatabases }: Connection, folder: string): Promise<BenchService> {
  let minutes = 0;
  const clock = { now: () => new Date(Date.parse('2026-10-05T00:00:00Z') + minutes * 60_000) };
  const identifier = await createCompanyIdentifier(ipDataFolder, 0.5);
  const ctx = {
    ...plainContext(db, join(folder, 'exports'), clock),
    ...(requestDatabases && { requestDatabases }),
    reportFormat,
    identifier,
    workerState: new WorkerState(),
  };
  const config = readConfig({ PORT: String(await freePort()), COLLECT_RATE: '1000000' });
  const server = createServer(config, ctx.log);
  await openInterfaces(server, ctx, config, ['web', 'collector']);
  await server.listen({ port: config.port, host: '127.0.0.1' });
  const request = async (path: string, token: string) => {
    minutes++;
    const response = await fetch(`http://127.0.0.1:${config.port}${path}`, { headers: { authorization: `Token token=${token}` } });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${response.status} for ${path}: ${text}`);
    return text;
  };
  const openAccount = async (accountId: string): Promise<Reader> => {
    const email = `person-${randomUUID()}@bench.example`;
    await createUser(ctx, { accountId, email, password: 'correct horse battery', role: 'owner' });
    const { token } = await createToken(ctx, { email });
    const unlimited = 1_000_000_000;
    const { key } = await createKey(ctx, { email, ratePerSecond: unlimited, burst: unlimited, monthlyQuota: unlimited });
    const { script_hash: scriptHash } = await db
      .selectFrom('tracking_scripts')
      .select('script_hash')
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow();
    return { accountId, email, token, key, scriptHash };
  };
  return {
    url: `http://127.0.0.1:${config.port}`,
    ctx,
    openAccount,
    async newAccount(name) {
      const { id } = await createAccount(ctx, { name, plan: 'premium', timezone: 'UTC' });
      return openAccount(id);
    },
    async time(path, token) {
      const startMs = performance.now();
      await request(path, token);
      return performance.now() - startMs;
    },
    get: async (path, token) => JSON.parse(await request(path, token)),
    async post(path, key, body) {
      minutes++;
      const headers = { 'x-api-key': key, 'content-type': 'application/json' };
      const response = await fetch(`http://127.0.0.1:${config.port}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
      const text = await response.text();
      if (response.status !== 200) throw new Error(`${response.status} for ${path}: ${text}`);
      return JSON.parse(text);
    },
    close: () => server.close(),
  };
}
