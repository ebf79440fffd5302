import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boundedCache } from './bounded-cache.ts';

function counted(entriesPerGeneration: number) {
  const computed: string[] = [];
  const cached = boundedCache((key) => {
    computed.push(key);
    return key.length === 0 ? null : key.toUpperCase();
  }, entriesPerGeneration);
  return { cached, computed };
}

test('a repeated key is computed once, even if its value is null', () => {
  const { cached, computed } = counted(10);
  assert.equal(cached('a'), 'A');
  assert.equal(cached('a'), 'A');
  assert.equal(cached(''), null);
  assert.equal(cached(''), null);
  assert.deepEqual(computed, ['a', '']);
});

test('a frequently used key survives many that are used once', () => {
  const { cached, computed } = counted(4);
  for (let index = 0; index < 100; index++) {
    cached(`once${index}`);
    cached('steady');
  }
  assert.equal(computed.filter((key) => key === 'steady').length, 1);
});

test('entries that are not used again are evicted', () => {
  const { cached, computed } = counted(2);
  for (const key of ['a', 'b', 'c', 'd', 'e', 'a']) cached(key);
  assert.equal(computed.filter((key) => key === 'a').length, 2);
});

test('very long keys are not cached', () => {
  const { cached, computed } = counted(10);
  const long = 'x'.repeat(5000);
  cached(long);
  cached(long);
  assert.equal(computed.length, 2);
});
