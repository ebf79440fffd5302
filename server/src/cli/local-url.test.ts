import assert from 'node:assert/strict';
import { test } from 'node:test';
import { localUrl } from './local-url.ts';

test('a server that listens on all addresses is reached at 127.0.0.1, others at their address', () => {
  const hosts = ['::', '0.0.0.0', '192.168.1.20', '::1', 'localhost'];
  assert.deepEqual(
    hosts.map((host) => localUrl(host, 3000)),
    ['http://127.0.0.1:3000', 'http://127.0.0.1:3000', 'http://192.168.1.20:3000', 'http://[::1]:3000', 'http://localhost:3000'],
  );
});
