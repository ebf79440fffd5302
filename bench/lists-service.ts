import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { pino } from 'pino';
import { readConfig } from '../server/src/config.ts';
import type { Connection } from '../server/src/db/connect.ts';
import { makeIds } from '../server/src/db/ids.ts';
import { createToken } from '../server/src/domain/access/api-tokens.ts';
import { createUser } from '../server/src/domain/access/create-user.ts';
import { createAccount } from '../server/src/domain/accounts/create-account.ts';
import type { Context } from '../server/src/domain/context.ts';
import { earlierDoor } from '../server/src/earlier/index.ts';
import { makeServer } from '../server/src/http/server.ts';
import { freePort } from '../server/src/lib/free-port.ts';
import { fileStore } from '../server/src/providers/file-store.ts';
import { jobQueue } from '../server/src/providers/job-queue.ts';

export type BenchService = {
  ctx: Context;
  newAccount(name: string): Promise<{ accountId: string; token: string }>;
  /** Another token for an account that is there. */
  openAccount(accountId: string): Promise<{ accountId: string; token: string }>;
  /** Milliseconds until the whole answer is there. */
  time(path: string, token: string): Promise<number>;
  get(path: string, token: string): Promise<{ data: { id: string }[] }>;
  close(): Promise<void>;
};

/** The earlier interface over real HTTP. Its clock runs a minute with every request, or the limit would end the measurement. */
export async function startBenchService({ db, doors }: Connection, folder: string): Promise<BenchService> {
  let minutes = 0;
  const clock = { now: () => new Date(Date.parse('2026-10-05T00:00:00Z') + minutes * 60_000) };
  const log = pino({ level: 'silent' });
  const files = fileStore(join(folder, 'exports'));
  const ctx: Context = { db, ...(doors && { doors }), clock, ids: makeIds(Date.now), jobs: jobQueue, files, log };
  const config = readConfig({ PORT: String(await freePort()) });
  const server = makeServer(config, log);
  await server.register(earlierDoor({ ...ctx, config }));
  await server.listen({ port: config.port, host: '127.0.0.1' });
  const request = async (path: string, token: string) => {
    minutes++;
    const answer = await fetch(`http://127.0.0.1:${config.port}${path}`, { headers: { authorization: `Token token=${token}` } });
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(`${answer.status} for ${path}: ${text}`);
    return text;
  };
  const openAccount = async (accountId: string) => {
    const email = `person-${randomUUID()}@bench.example`;
    await createUser(ctx, { accountId, email, password: 'correct horse battery', role: 'owner' });
    const { token } = await createToken(ctx, { email });
    return { accountId, token };
  };
  return {
    ctx,
    openAccount,
    async newAccount(name) {
      const { id } = await createAccount(ctx, { name, plan: 'premium', timezone: 'UTC' });
      return openAccount(id);
    },
    async time(path, token) {
      const began = performance.now();
      await request(path, token);
      return performance.now() - began;
    },
    get: async (path, token) => JSON.parse(await request(path, token)),
    close: () => server.close(),
  };
}
