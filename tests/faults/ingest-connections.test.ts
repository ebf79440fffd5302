import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { readConfig } from '../../server/src/config.ts';
import { createServer } from '../../server/src/http/server.ts';
import { openInterfaces } from '../../server/src/interfaces.ts';
import { itemAt } from '../../server/src/lib/item-at.ts';
import { countWaitingForLock } from '../kit/count-waiting-for-lock.ts';
import { chrome, pageView, until } from '../kit/events.ts';
import { startTestService } from '../kit/service.ts';

/**
 * Connections with only plain tracker requests are read by the collector itself, all others by node:http. Clients
 * must not notice the difference.
 */
const service = await startTestService({ environment: { TRUST_PROXY: 'loopback' } });
const account = await service.newAccount();
const port = Number(new URL(service.url).port);
const sockets: Socket[] = [];
after(() => {
  for (const socket of sockets) socket.destroy();
});

const bodyOf = (events: unknown = [pageView()]) => JSON.stringify({ script_hash: account.scriptHash, events });

function request(body: string, headers: string[] = [], firstLine = 'POST /collect HTTP/1.1'): string {
  const lines = [firstLine, 'Host: localhost', `User-Agent: ${chrome}`, 'Origin: https://shop.example', ...headers];
  return `${lines.join('\r\n')}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

type ApiResponse = { status: string; headers: Record<string, string>; text: string };
type Client = { socket: Socket; send(text: string): void; response(): Promise<ApiResponse | null> };

/** Opens a connection. `response` returns the responses one by one, and null if the connection closes without another one. */
function openConnection(): Client {
  const socket = connect(port, '127.0.0.1').setNoDelay(true);
  sockets.push(socket);
  let text = '';
  let isClosed = false;
  socket.on('error', () => {});
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1');
  });
  socket.on('close', () => {
    isClosed = true;
  });
  return {
    socket,
    send: (bytes) => void socket.write(bytes),
    async response() {
      const firstHead = () => /^HTTP\/1\.1 (\d+ [^\r]*)\r\n((?:[^\r]+\r\n)*)\r\n/.exec(text);
      await until(() => firstHead() !== null || isClosed);
      const head = firstHead();
      if (!head) return null;
      const headers = Object.fromEntries(
        itemAt(head, 2)
          .trimEnd()
          .split('\r\n')
          .map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
      );
      const end = head[0].length + Number(headers['content-length'] ?? 0);
      await until(() => text.length >= end || isClosed);
      const response = { status: itemAt(head, 1), headers, text: text.slice(head[0].length, end) };
      text = text.slice(end);
      return response;
    },
  };
}

/** The response on a connection that node:http handles because of an earlier request. */
async function sendToNodeHttp(text: string): Promise<ApiResponse | null> {
  const client = openConnection();
  client.send('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
  assert.equal((await client.response())?.status, '200 OK');
  client.send(text);
  return client.response();
}

/** A response without the parts that differ each time. */
function comparable(response: ApiResponse | null) {
  if (response === null) return null;
  const headers = { ...response.headers, date: 'some day', 'x-request-id': 'some id' };
  return { ...response, headers, text: response.text.replace(/"request_id":"[^"]*"/, '') };
}

test('a request gets the same response from the collector’s own reader and from node:http', async () => {
  const odd = [
    request(bodyOf(), ['Connection: close']),
    request(bodyOf(), ['Expect: 100-continue']),
    request(bodyOf(), ['X-Bad\0Name: 1']),
    request(bodyOf(), ['Content-Length: 3']),
    request(bodyOf(), ['Transfer-Encoding: chunked']),
    request(bodyOf(), [], 'POST /collect HTTP/1.0'),
    request(bodyOf(), [], 'POST //collect HTTP/1.1'),
    request(bodyOf(), [], 'PUT /collect HTTP/1.1'),
    request(bodyOf(), [], 'POST /collect HTTP/9.9'),
    request('not json'),
    request('{}'),
    request(bodyOf([])),
    request(bodyOf([{ id: 'no uuid' }])),
    request(bodyOf('x'.repeat(70_000))),
    request(JSON.stringify({ script_hash: 'abcdef0123456789', events: [pageView()] })),
    request(bodyOf(), ['Origin: https://second.example']),
    request(bodyOf(), [`X-Long: ${'a'.repeat(17_000)}`]),
  ];
  for (const text of [request(bodyOf()), ...odd]) {
    const client = openConnection();
    client.send(text);
    assert.deepEqual(comparable(await client.response()), comparable(await sendToNodeHttp(text)), JSON.stringify(text.slice(0, 300)));
  }
});

test('any request, split into chunks at any position, gets the same status as from node:http', async () => {
  const headerLine = fc.oneof(
    fc.constantFrom('Connection: keep-alive', 'Accept: */*', 'X-Forwarded-For: 143.164.1.10', 'Host: other', 'Upgrade: x', 'Te: trailers'),
    fc
      .tuple(fc.stringMatching(/^[A-Za-z-]{1,8}$/), fc.string({ maxLength: 12, unit: 'binary-ascii' }))
      .map(([name, value]) => `${name}: ${value}`),
  );
  const body = fc.oneof(fc.constant(''), fc.constant('{'), fc.json(), fc.constant(bodyOf()));
  await fc.assert(
    fc.asyncProperty(fc.array(headerLine, { maxLength: 4 }), body, fc.array(fc.nat(600), { maxLength: 2 }), async (headers, text, cuts) => {
      const bytes = request(text, headers);
      const client = openConnection();
      const at = [...cuts].sort((a, b) => a - b);
      for (const [index, from] of [0, ...at].entries()) {
        client.send(bytes.slice(from, at[index]));
        await new Promise((resolve) => setImmediate(resolve));
      }
      assert.deepEqual(comparable(await client.response())?.status, comparable(await sendToNodeHttp(bytes))?.status);
    }),
    { numRuns: 60 },
  );
});

test('a connection carries many requests, even if they arrive in parts, and pipelined requests are answered in order', async () => {
  const own = await service.newAccount();
  const count = async () => {
    const { rows } = await service.connection.pool.query(
      'select coalesce(sum(events), 0)::int as events from inbox where account_id = $1',
      [own.accountId],
    );
    return rows[0].events;
  };
  const requestOf = (events: unknown[]) => request(JSON.stringify({ script_hash: own.scriptHash, events }));
  const client = openConnection();
  for (let turn = 0; turn < 5; turn++) {
    const text = requestOf([pageView()]);
    const cut = text.length - 20;
    client.send(text.slice(0, cut));
    await pause(5);
    client.send(text.slice(cut));
    assert.equal((await client.response())?.status, '204 No Content');
  }
  assert.equal(await count(), 5);
  client.send(`${requestOf([pageView()])}${requestOf([])}${requestOf([pageView()])}`);
  const statuses = [await client.response(), await client.response(), await client.response()].map((response) => response?.status);
  assert.deepEqual(statuses, ['204 No Content', '400 Bad Request', '204 No Content']);
  assert.equal(await count(), 7);
});

test('pipelined requests are answered in order, even if node:http handles the last one', async () => {
  const client = openConnection();
  client.send(request(bodyOf()));
  await new Promise((resolve) => setImmediate(resolve));
  client.send(request(bodyOf([])));
  client.send(`${request(bodyOf())}GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  const statuses = [await client.response(), await client.response(), await client.response(), await client.response()].map(
    (response) => response?.status,
  );
  assert.deepEqual(statuses, ['204 No Content', '400 Bad Request', '204 No Content', '200 OK']);
});

test('a stopping server answers requests in flight and closes idle connections', async () => {
  const other = await startTestService({ connection: service.connection });
  const otherPort = Number(new URL(other.url).port);
  const [idle, busy] = [connect(otherPort, '127.0.0.1'), connect(otherPort, '127.0.0.1')];
  sockets.push(idle, busy);
  idle.write(request(bodyOf()));
  await once(idle, 'data');
  // Locking the event queue delays the commit, and with it the response.
  const lock = await service.connection.pool.connect();
  try {
    await lock.query('begin');
    await lock.query('lock table inbox in exclusive mode');
    let text = '';
    busy.on('data', (chunk) => {
      text += chunk;
    });
    busy.write(request(bodyOf()));
    await until(async () => (await countWaitingForLock(service.ctx.db)) > 0);
    const ended = [once(idle, 'close'), once(busy, 'close')];
    const closed = other.close();
    await ended[0];
    await lock.query('commit');
    await Promise.all([closed, ...ended]);
    assert.match(text, /^HTTP\/1\.1 204 No Content\r\n/);
    assert.match(text, /\r\nconnection: close\r\n/);
  } finally {
    lock.release();
  }
});

test('a half-closed connection is closed, before and after a response, and with a partial request', async () => {
  const closed = (socket: Socket) => new Promise<void>((resolve) => (socket.destroyed ? resolve() : socket.once('close', () => resolve())));
  const whole = request(bodyOf());
  const after204 = openConnection();
  after204.send(whole);
  assert.equal((await after204.response())?.status, '204 No Content');
  after204.socket.end();
  await closed(after204.socket);
  // The response still reaches a client that has closed its side.
  const withEnd = openConnection();
  withEnd.socket.end(whole);
  assert.equal((await withEnd.response())?.status, '204 No Content');
  await closed(withEnd.socket);
  const half = openConnection();
  half.socket.end(whole.slice(0, -1));
  assert.equal((await half.response())?.status, '400 Bad Request');
  await closed(half.socket);
});

test('a Content-Length with a no-break space is refused, and Proxy-Connection: close closes the connection, as with node:http', async () => {
  const refused = openConnection();
  refused.socket.write(Buffer.from(`POST /collect HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\xa0\r\n\r\n{}`, 'latin1'));
  assert.equal((await refused.response())?.status, '400 Bad Request');
  const closing = openConnection();
  closing.send(request(bodyOf(), ['Proxy-Connection: close']));
  assert.equal((await closing.response())?.headers.connection, 'close');
});

test('with COLLECT_HTTP=node all connections are handled by node:http', async () => {
  const openCollector = async (COLLECT_HTTP: string) => {
    const server = createServer(readConfig({ COLLECT_HTTP }), service.ctx.log);
    const before = server.server.listeners('connection');
    await openInterfaces(server, service.ctx, readConfig({ COLLECT_HTTP }), ['collector']);
    await server.ready();
    const now = server.server.listeners('connection');
    const response = await server.inject({ method: 'POST', url: '/collect?x=1', payload: bodyOf(), headers: { 'user-agent': chrome } });
    await server.close();
    return {
      isUntouched: now.length === before.length && now.every((listener, index) => listener === before[index]),
      status: response.statusCode,
    };
  };
  assert.deepEqual(await openCollector('node'), { isUntouched: true, status: 204 });
  assert.deepEqual(await openCollector('own'), { isUntouched: false, status: 204 });
});
