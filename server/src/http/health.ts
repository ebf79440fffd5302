import type { FastifyInstance } from 'fastify';
import { recordProblemCause } from './problem-cause.ts';

export type ReadinessCheck = { name: string; isReady(): boolean | Promise<boolean> };

/** Health checks: `/healthz` reports that the process is alive (liveness), `/readyz` which parts are ready (readiness). */
export function addHealth(server: FastifyInstance, checks: ReadinessCheck[]) {
  server.get('/healthz', async () => ({ status: 'ok' }));
  server.get('/readyz', async (req, res) => {
    const states = await Promise.all(checks.map(async ({ name, isReady }) => [name, (await isReady()) ? 'ready' : 'not ready'] as const));
    const isServiceReady = states.every(([, state]) => state === 'ready');
    if (!isServiceReady) {
      res.header('retry-after', '5');
      recordProblemCause(req, 'not_ready');
    }
    return res.code(isServiceReady ? 200 : 503).send({ status: isServiceReady ? 'ready' : 'not ready', parts: Object.fromEntries(states) });
  });
}
