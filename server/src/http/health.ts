import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Database } from '../db/connect.ts';

export type Part = { name: string; isReady(): boolean | Promise<boolean> };

/** `/healthz`: the process lives. `/readyz`: it can do its work; says which part cannot. */
export function addHealth(server: FastifyInstance, db: Database, parts: Part[]) {
  server.get('/healthz', async () => ({ status: 'ok' }));
  server.get('/readyz', async (_req, res) => {
    const all: Part[] = [{ name: 'database', isReady: () => answers(db) }, ...parts];
    const states = await Promise.all(all.map(async ({ name, isReady }) => [name, (await isReady()) ? 'ready' : 'not ready'] as const));
    const ready = states.every(([, state]) => state === 'ready');
    return res.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready', parts: Object.fromEntries(states) });
  });
}

async function answers(db: Database): Promise<boolean> {
  const timeout = new Promise<false>((resolve) => setTimeout(resolve, 2000, false).unref());
  const query = sql`select 1`.execute(db).then(
    () => true,
    () => false,
  );
  return Promise.race([query, timeout]);
}
