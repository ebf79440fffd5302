import type { FastifyInstance } from 'fastify';
import { noteRefusalCause } from './refusal-cause.ts';

export type Part = { name: string; isReady(): boolean | Promise<boolean> };

/** Health checks: `/healthz` reports that the process is alive (liveness), `/readyz` which parts are ready (readiness). */
export function addHealth(server: FastifyInstance, parts: Part[]) {
  server.get('/healthz', async () => ({ status: 'ok' }));
  server.get('/readyz', async (req, res) => {
    const states = await Promise.all(parts.map(async ({ name, isReady }) => [name, (await isReady()) ? 'ready' : 'not ready'] as const));
    const ready = states.every(([, state]) => state === 'ready');
    if (!ready) {
      res.header('retry-after', '5');
      noteRefusalCause(req, 'not_ready');
    }
    return res.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready', parts: Object.fromEntries(states) });
  });
}
