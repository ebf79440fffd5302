import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { firstOf } from '../../lib/first-of.ts';
import { itemAt } from '../../lib/item-at.ts';
import { lastOf } from '../../lib/last-of.ts';
import { addDays } from '../../lib/zoned-days.ts';
import { frequencies, periodsBetween } from './periods.ts';

test('weeks begin on Monday, months on the first, and both are clipped to the interval', () => {
  assert.deepEqual(periodsBetween('2026-09-02', '2026-09-08', 'week'), [
    { period: '2026-08-31', from: '2026-09-02', to: '2026-09-06' },
    { period: '2026-09-07', from: '2026-09-07', to: '2026-09-08' },
  ]);
  assert.deepEqual(periodsBetween('2026-12-15', '2027-01-01', 'month'), [
    { period: '2026-12-01', from: '2026-12-15', to: '2026-12-31' },
    { period: '2027-01-01', from: '2027-01-01', to: '2027-01-01' },
  ]);
});

test('the periods of an interval contain each of its days once, in order', () => {
  const start = fc.integer({ min: 0, max: 20_000 }).map((number) => addDays('2000-01-01', number));
  fc.assert(
    fc.property(start, fc.integer({ min: 0, max: 400 }), fc.constantFrom(...frequencies), (from, length, frequency) => {
      const to = addDays(from, length);
      const periods = periodsBetween(from, to, frequency);
      assert.equal(firstOf(periods).from, from);
      assert.equal(lastOf(periods).to, to);
      for (const [index, { from: next }] of periods.entries()) if (index > 0) assert.equal(next, addDays(itemAt(periods, index - 1).to, 1));
    }),
  );
});
