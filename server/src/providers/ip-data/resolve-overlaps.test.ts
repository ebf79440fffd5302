import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { itemAt } from '../../lib/item-at.ts';
import { type NumericRange, resolveOverlaps } from './resolve-overlaps.ts';

test('a range inside another splits it', () => {
  const whole = { first: 0n, last: 99n, asn: 1 };
  const part = { first: 40n, last: 49n, asn: 2 };
  assert.deepEqual(resolveOverlaps([whole, part]), [{ first: 0n, last: 39n, asn: 1 }, part, { first: 50n, last: 99n, asn: 1 }]);
});

test('the resolved ranges cover the same numbers and do not overlap', () => {
  const range = fc.tuple(fc.nat(40), fc.nat(12)).map(([first, size]) => ({ first: BigInt(first), last: BigInt(first + size) }));
  fc.assert(
    fc.property(fc.array(range, { maxLength: 6 }), (drawn) => {
      const ranges: NumericRange[] = drawn.map((range, index) => ({ ...range, asn: index + 1 }));
      ranges.sort((left, right) => Number(left.first - right.first));
      const resolved = resolveOverlaps(ranges);
      for (let index = 1; index < resolved.length; index++) assert.ok(itemAt(resolved, index - 1).last < itemAt(resolved, index).first);
      for (let number = 0n; number <= 60n; number++) {
        const covering = ranges.filter((range) => range.first <= number && number <= range.last);
        const match = resolved.find((range) => range.first <= number && number <= range.last);
        assert.equal(match !== undefined, covering.length > 0);
      }
    }),
  );
});
