import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clientAddress, type TrustedProxies } from './client-address.ts';

function addressOf(proxies: TrustedProxies, remoteAddress: string, forwarded?: string): string {
  return clientAddress(proxies)({ socket: { remoteAddress }, headers: { 'x-forwarded-for': forwarded } });
}

test('X-Forwarded-For is ignored on a connection from an untrusted address', () => {
  assert.equal(addressOf(false, '203.0.113.9', '198.51.100.1'), '203.0.113.9');
  assert.equal(addressOf(['10.0.0.0/8'], '203.0.113.9', '198.51.100.1'), '203.0.113.9');
});

test('X-Forwarded-For is read from right to left, up to the first address that is not a trusted proxy', () => {
  assert.equal(addressOf(['loopback'], '127.0.0.1', '198.51.100.1'), '198.51.100.1');
  assert.equal(addressOf(['loopback'], '::1', '198.51.100.1'), '198.51.100.1');
  assert.equal(addressOf(['loopback', '10.0.0.0/8'], '127.0.0.1', '198.51.100.1, 203.0.113.5, 10.1.2.3'), '203.0.113.5');
  assert.equal(addressOf(['uniquelocal'], '192.168.0.1', '198.51.100.1, 172.20.0.1'), '198.51.100.1');
  assert.equal(addressOf(1, '10.9.9.9', '198.51.100.1, 203.0.113.5'), '203.0.113.5');
  assert.equal(addressOf(2, '10.9.9.9', '198.51.100.1, 203.0.113.5'), '198.51.100.1');
  assert.equal(addressOf(true, '10.9.9.9', '198.51.100.1, 203.0.113.5'), '198.51.100.1');
});

test('if all addresses belong to trusted proxies, the client address is that of the farthest proxy', () => {
  assert.equal(addressOf(['loopback'], '127.0.0.1'), '127.0.0.1');
  assert.equal(addressOf(['loopback'], '127.0.0.1', '127.0.0.2'), '127.0.0.2');
});

test('a port in X-Forwarded-For is ignored', () => {
  assert.equal(addressOf(['loopback'], '127.0.0.1', '198.51.100.1:50123'), '198.51.100.1');
  assert.equal(addressOf(['loopback'], '127.0.0.1', '[2001:db8::1]:50123'), '2001:db8::1');
  assert.equal(addressOf(['loopback'], '127.0.0.1', '[2001:db8::1]'), '2001:db8::1');
  assert.equal(addressOf(['loopback'], '127.0.0.1', '[2001:db8::1'), '127.0.0.1');
});

test('addresses are normalized, and a forwarded value that is not an address is ignored', () => {
  assert.equal(addressOf(false, '::ffff:203.0.113.9'), '203.0.113.9');
  assert.equal(addressOf(['loopback'], '::ffff:127.0.0.1', ' ::ffff:198.51.100.1 '), '198.51.100.1');
  assert.equal(addressOf(['loopback'], '127.0.0.1', '2001:DB8::1'), '2001:db8::1');
  assert.equal(addressOf(['loopback'], '127.0.0.1', 'unknown'), '127.0.0.1');
  assert.equal(addressOf(['loopback'], '127.0.0.1', ''), '127.0.0.1');
});
