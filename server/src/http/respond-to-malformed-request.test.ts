import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { pino } from 'pino';
import { portOf } from '../lib/port-of.ts';
import { createServer } from './server.ts';

test('a malformed request is logged with its request id, but not with what was sent', async () => {
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(line) });
  const server = createServer({ trustProxy: [], publicUrl: 'http://localhost' }, log);
  await server.listen({ port: 0, host: '127.0.0.1' });
  after(() => server.close());
  const socket = connect(portOf(server.server), '127.0.0.1');
  socket.write('GET /secret-path HTTP/1.1\r\nSecret Header\r\n\r\n');
  const response = await text(socket);
  const id = /^X-Request-Id: (.+)$/im.exec(response)?.[1]?.trim();
  const logged = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'malformed request');
  assert.deepEqual(
    logged.map(({ reqId, status }) => [reqId, status]),
    [[id, 400]],
  );
  assert.doesNotMatch(lines.join(''), /secret/i);
  assert.match(response, /^X-Content-Type-Options: nosniff\r$/m);
});
