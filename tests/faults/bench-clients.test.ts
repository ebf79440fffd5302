import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type Server } from 'node:net';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { runApiLoad } from '../../bench/api-load.ts';
import { LedgerClients } from '../../bench/ledger-clients.ts';
import type { BenchService } from '../../bench/lists-service.ts';
import { Traffic } from '../../bench/traffic-load.ts';
import { portOf } from '../../server/src/lib/port-of.ts';

async function listen<Kind extends Server>(server: Kind): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  after(() => server.close());
  return portOf(server);
}

test('a benchmark of requests fails if the server closes a connection', async () => {
  const port = await listen(createServer((socket) => socket.once('data', () => socket.end())));
  await assert.rejects(runApiLoad({ port, paths: ['/'], headers: '', connections: 1, seconds: 600 }), /The server closed a connection/);
});

test('a client of a benchmark that fails while it runs is reported when the clients are stopped', async () => {
  const server = createHttpServer((_, res) => res.writeHead(400, { connection: 'close' }).end());
  const port = await listen(server);
  const closed = once(server, 'connection').then(([socket]) => once(socket, 'close'));
  const clients = new LedgerClients({ url: `http://127.0.0.1:${port}`, clients: 2 });
  clients.start(['x']);
  await closed;
  // Without a handler, Node reports the failure before the next turn of the event loop ends.
  await pause(1);
  await assert.rejects(clients.stop(), /The collector rejected a valid request: 400/);
});

test('a probe of a benchmark that fails while the work runs ends the work', async () => {
  // The first request is a probe: the process that sends the other requests takes longer to start.
  const statuses = [500];
  const port = await listen(createHttpServer((_, res) => res.writeHead(statuses.pop() ?? 204).end()));
  const service = { url: `http://127.0.0.1:${port}`, ctx: { clock: { now: () => new Date() } } } as unknown as BenchService;
  const traffic = new Traffic(service, [{ accountId: '1', scriptHash: 'x' }], { rate: 1, eventsPerRequest: 1 });
  await assert.rejects(
    traffic.during(() => new Promise(() => {})),
    /The collector responded with 500/,
  );
});
