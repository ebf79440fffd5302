import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StepSize } from './step-size.ts';

test('steps grow while they are quick, and shrink when they are slow, within limits', () => {
  const size = new StepSize({ first: 100, min: 40, max: 500 });
  size.adapt(1);
  assert.equal(size.rows, 200);
  for (const tookMs of [0, 0, 0]) size.adapt(tookMs);
  assert.equal(size.rows, 500);
  size.adapt(312.5);
  assert.equal(size.rows, 400);
  for (const tookMs of [10_000, 10_000, 10_000, 10_000]) size.adapt(tookMs);
  assert.equal(size.rows, 40);
});
