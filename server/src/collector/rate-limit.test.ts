import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RateLimit } from './rate-limit.ts';

function countAllowed(limit: RateLimit, address: string, times: number): number {
  return Array.from({ length: times }, () => limit.allows(address)).filter(Boolean).length;
}

test('an address may send two seconds’ worth of requests at once, and its bucket refills over time', () => {
  let nowMs = 0;
  const limit = new RateLimit(10, () => nowMs);
  assert.equal(countAllowed(limit, '203.0.113.1', 100), 20);
  assert.equal(countAllowed(limit, '203.0.113.2', 100), 20);
  nowMs = 500;
  assert.equal(countAllowed(limit, '203.0.113.1', 100), 5);
});

test('all addresses of an IPv6 /64 network share one bucket', () => {
  const limit = new RateLimit(10, () => 0);
  const allowed = Array.from({ length: 100 }, (_, index) => limit.allows(`2001:db8:1:2::${index.toString(16)}`));
  assert.equal(allowed.filter(Boolean).length, 20);
  assert.ok(limit.allows('2001:db8:1:3::1'));
});
