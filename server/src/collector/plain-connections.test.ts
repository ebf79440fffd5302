import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { Duplex } from 'node:stream';
import { test } from 'node:test';
import { PlainConnections } from './plain-connections.ts';
import { PlainRequestReader } from './plain-request-reader.ts';

test('no further request is handled until the client reads the pending responses', async () => {
  const server = createServer();
  let requests = 0;
  const connections = new PlainConnections(server, '/collect', (_request, readBody, respond) =>
    readBody(() => {
      requests++;
      respond({ status: 204, headers: [], text: null });
    }),
  );
  let readResponse = () => {};
  const socket = new Duplex({
    writableHighWaterMark: 200,
    read() {},
    write(_chunk, _encoding, done) {
      readResponse = done;
    },
  });
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  const send = async () => {
    socket.push('POST /collect HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}');
    await turn();
  };
  server.emit('connection', socket);
  for (let sent = 0; sent < 2; sent++) await send();
  assert.equal(requests, 2);
  assert.equal(socket.writableNeedDrain, true);
  await send();
  await send();
  assert.equal(requests, 2, 'no request is handled while responses are unread');
  assert.ok(socket.isPaused(), 'the socket is paused while responses are unread');
  for (let responses = 0; responses < 4; responses++) {
    readResponse();
    await turn();
  }
  assert.equal(socket.isPaused(), false);
  connections.stop();
});

test('a request that is partly received when the server stops gets a response, then the connection is closed', async () => {
  const server = createServer();
  const connections = new PlainConnections(server, '/collect', (_request, readBody, respond) =>
    readBody(() => respond({ status: 204, headers: [], text: null })),
  );
  let response = '';
  const connect = () =>
    new Duplex({
      read() {},
      write(chunk, _encoding, done) {
        response += chunk;
        done();
      },
    });
  const [socket, idle] = [connect(), connect()];
  server.emit('connection', socket);
  server.emit('connection', idle);
  socket.emit('data', Buffer.from('POST /collect HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{'));
  connections.stop();
  assert.ok(idle.writableEnded);
  assert.ok(!socket.writableEnded);
  socket.emit('data', Buffer.from('}'));
  assert.match(response, /^HTTP\/1\.1 204 No Content\r\n.*connection: close\r\n\r\n$/s);
  assert.ok(socket.writableEnded);
});

test('a request that arrives a byte at a time is parsed at its head and its end, not at every byte', async (t) => {
  const server = createServer();
  const bodies: (string | null)[] = [];
  const connections = new PlainConnections(server, '/collect', (_request, readBody, respond) =>
    readBody((body) => {
      bodies.push(body);
      respond({ status: 204, headers: [], text: null });
    }),
  );
  const socket = new Duplex({ read() {}, write: (_chunk, _encoding, done) => done() });
  server.emit('connection', socket);
  const { mock } = t.mock.method(PlainRequestReader.prototype, 'read');
  const body = 'abcdefghij'.repeat(500);
  for (const times of [1, 2]) {
    socket.emit('data', Buffer.from('POST /collect HTTP/1.1\r\nHost: x\r\nContent-Length: 5000\r\n\r\n'));
    for (const letter of body) socket.emit('data', Buffer.from(letter));
    assert.deepEqual(bodies, Array(times).fill(body));
    assert.equal(mock.callCount(), 2 * times);
  }
  connections.stop();
});
