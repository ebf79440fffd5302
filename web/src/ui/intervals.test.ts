import assert from 'node:assert/strict';
import { test } from 'node:test';
import { intervalOf } from './intervals.ts';

test('the days of the URL are used unless one of them does not exist', () => {
  const fromOf = (from: string) => intervalOf(new URLSearchParams({ from, to: '2026-03-05' }), '2026-03-30').from;
  assert.equal(fromOf('2026-02-28'), '2026-02-28');
  assert.equal(fromOf('2026-02-30'), '2026-03-01', 'the last 30 days');
});
