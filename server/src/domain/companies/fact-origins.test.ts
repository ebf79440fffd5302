import assert from 'node:assert/strict';
import { test } from 'node:test';
import { originOfEachFact, originsOfFacts } from './fact-origins.ts';

const earlier = new Date('2026-01-01T00:00:00Z');
const later = new Date('2026-02-01T00:00:00Z');

test('a fact has the origin of its record by default', () => {
  assert.deepEqual(originOfEachFact({ origin: 'seed', fact_origins: {} }).name, { origin: 'seed', at: null });
});

test('a fact added later has its own origin, and a fact with several columns has the origin of its newest column', () => {
  const stored = { ...originsOfFacts(['city', 'phone_numbers'], 'import', earlier), ...originsOfFacts(['postal_code'], 'person', later) };
  const origins = originOfEachFact({ origin: 'network', fact_origins: stored });
  assert.deepEqual(origins.phoneNumbers, { origin: 'import', at: earlier });
  assert.deepEqual(origins.address, { origin: 'person', at: later });
  assert.deepEqual(origins.industries, { origin: 'network', at: null });
});
