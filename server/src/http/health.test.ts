import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pino } from 'pino';
import { addHealth } from './health.ts';
import { createServer } from './server.ts';

test('the readiness check names the part that is not ready, and the liveness check still succeeds', async () => {
  let isDatabaseReady = true;
  const server = createServer({ trustProxy: false, publicUrl: 'http://localhost' }, pino({ level: 'silent' }));
  addHealth(server, [
    { name: 'database', isReady: async () => isDatabaseReady },
    { name: 'pipeline', isReady: () => true },
  ]);
  const ready = await server.inject('/readyz');
  assert.equal(ready.statusCode, 200);
  isDatabaseReady = false;
  const notReady = await server.inject('/readyz');
  assert.equal(notReady.statusCode, 503);
  assert.deepEqual(notReady.json(), { status: 'not ready', parts: { database: 'not ready', pipeline: 'ready' } });
  assert.equal((await server.inject('/healthz')).statusCode, 200);
  await server.close();
});
