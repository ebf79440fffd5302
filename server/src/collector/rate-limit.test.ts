import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RateLimit } from './rate-limit.ts';

function allowed(gate: RateLimit, address: string, times: number): number {
  return Array.from({ length: times }, () => gate.allows(address)).filter(Boolean).length;
}

test('an address may burst for two seconds, and the bucket refills over time', () => {
  let nowMs = 0;
  const gate = new RateLimit(10, () => nowMs);
  assert.equal(allowed(gate, '203.0.113.1', 100), 20);
  assert.equal(allowed(gate, '203.0.113.2', 100), 20);
  nowMs = 500;
  assert.equal(allowed(gate, '203.0.113.1', 100), 5);
});

test('all addresses of an IPv6 network share one bucket', () => {
  const gate = new RateLimit(10, () => 0);
  const allowed = Array.from({ length: 100 }, (_, index) => gate.allows(`2001:db8:1:2::${index.toString(16)}`));
  assert.equal(allowed.filter(Boolean).length, 20);
  assert.ok(gate.allows('2001:db8:1:3::1'));
});
