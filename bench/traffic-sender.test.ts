import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { readResponses } from './traffic-sender.ts';

test('whole responses are counted, however many parts they arrive in', () => {
  const socket = new PassThrough();
  let responses = 0;
  readResponses(socket as unknown as Socket, () => responses++);
  const response = 'HTTP/1.1 204 No Content\r\nconnection: keep-alive\r\n\r\n';
  const receive = (text: string) => {
    socket.emit('data', Buffer.from(text));
    return responses;
  };
  assert.equal(receive(response.slice(0, 11)), 0);
  assert.equal(receive(response.slice(11)), 1);
  assert.equal(receive(response + response), 3);
  assert.throws(() => receive(response.replace('204', '503')), /responded with 503/);
});
