import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clientNetwork } from './client-network.ts';

test('an IPv4 address is one client, even if it is mapped into IPv6', () => {
  assert.equal(clientNetwork('192.0.2.1'), '192.0.2.1');
  assert.equal(clientNetwork('::ffff:192.0.2.1'), '192.0.2.1');
  assert.notEqual(clientNetwork('192.0.2.1'), clientNetwork('192.0.2.2'));
});

test('all addresses of an IPv6 /64 are one client, and those of the next /64 another', () => {
  assert.equal(clientNetwork('2001:db8:1:2::1'), '2001:db8:1:2::/64');
  assert.equal(clientNetwork('2001:DB8:1:2:ffff:ffff:ffff:ffff'), '2001:db8:1:2::/64');
  assert.notEqual(clientNetwork('2001:db8:1:2::1'), clientNetwork('2001:db8:1:3::1'));
});

test('a forwarded port is ignored, and all invalid addresses are one client', () => {
  assert.equal(clientNetwork('192.0.2.1:50123'), '192.0.2.1');
  assert.equal(clientNetwork('[2001:db8:1:2::1]:50123'), '2001:db8:1:2::/64');
  assert.equal(clientNetwork('nobody'), clientNetwork('somebody else'));
});
