import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isNestedDeeper } from './is-nested-deeper.ts';

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

test('the depth of a JSON text is that of its value, and brackets in strings do not count', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 8 }), fc.nat(8), (value, max) => {
      assert.equal(isNestedDeeper(JSON.stringify(value), max), depthOf(value) > max);
    }),
  );
  assert.equal(isNestedDeeper('{"a\\\\":["[[[","\\"[["]}', 2), false);
});

test('invalid JSON does not throw, even if it is nested very deeply', () => {
  for (const text of ['"', '"\\', '\\"[[[', ']]]][', '']) assert.equal(typeof isNestedDeeper(text, 3), 'boolean');
  assert.equal(isNestedDeeper('['.repeat(1_000_000), 100), true);
});
