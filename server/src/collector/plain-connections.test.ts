import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { Duplex } from 'node:stream';
import { test } from 'node:test';
import { PlainConnections } from './plain-connections.ts';

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
