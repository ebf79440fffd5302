import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { after, test } from 'node:test';
import { post } from '../kit/events.ts';
import { startTestService } from '../kit/service.ts';

const service = await startTestService();
const account = await service.newAccount();
const port = Number(new URL(service.url).port);
const sockets: Socket[] = [];
after(() => {
  for (const socket of sockets) socket.destroy();
});

/** A connection with its received data. */
function open(): { socket: Socket; received(): string; closed: Promise<void> } {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  let text = '';
  socket.on('data', (chunk) => (text += chunk));
  socket.on('error', () => {});
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  return { socket, received: () => text, closed };
}

/** A client must send its request within half a minute. All kinds of slow clients are tested together, to wait only once. */
test('slow and silent clients are disconnected and do not delay other requests', async () => {
  const silent = Array.from({ length: 200 }, open);
  const slow = Array.from({ length: 200 }, open);
  const halfBody = Array.from({ length: 50 }, open);
  for (const { socket } of slow) socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n');
  const head = `POST /collect HTTP/1.1\r\nHost: x\r\nUser-Agent: Mozilla/5.0\r\nContent-Length: 500\r\n\r\n{"script_hash": "${account.scriptHash}"`;
  for (const { socket } of halfBody) socket.write(head);
  const drip = setInterval(() => {
    for (const { socket } of slow) if (socket.writable) socket.write('X-Slow: drop by drop\r\n');
    for (const { socket } of halfBody) if (socket.writable) socket.write(' ');
  }, 2000);
  try {
    for (let turn = 0; turn < 20; turn++) {
      assert.equal((await post({ url: service.url, scriptHash: account.scriptHash })).status, 204);
      if (turn === 0)
        assert.ok(
          halfBody.every(({ received }) => received() === ''),
          'an ordinary request waits for slow ones',
        );
    }
    await Promise.all([...silent, ...slow, ...halfBody].map(({ closed }) => closed));
  } finally {
    clearInterval(drip);
  }
  for (const { received } of [...slow, ...halfBody]) assert.match(received(), /^HTTP\/1\.1 408 /);
  const { rows } = await service.connection.pool.query('select count(*)::int as count from inbox where account_id = $1', [
    account.accountId,
  ]);
  assert.equal(rows[0].count, 20, 'a partial request left something behind');
});

test('a request that the client aborts stores no events', async () => {
  const own = await service.newAccount();
  for (let turn = 0; turn < 50; turn++) {
    const { socket, closed } = open();
    socket.write(`POST /collect HTTP/1.1\r\nHost: x\r\nContent-Length: 400\r\n\r\n{"script_hash": "${own.scriptHash}", "events": [`);
    socket.resetAndDestroy();
    await closed;
  }
  assert.equal((await post({ url: service.url, scriptHash: own.scriptHash })).status, 204);
  const { rows } = await service.connection.pool.query('select count(*)::int as count from inbox where account_id = $1', [own.accountId]);
  assert.equal(rows[0].count, 1);
});

test('a client that does not read its response only blocks its own connection', async () => {
  const notReading = Array.from({ length: 50 }, open);
  for (const { socket } of notReading) {
    socket.pause();
    socket.write(`GET /t/${account.scriptHash}.js HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(20));
  }
  for (let turn = 0; turn < 10; turn++) assert.equal((await post({ url: service.url, scriptHash: account.scriptHash })).status, 204);
  for (const { socket } of notReading) socket.destroy();
});
