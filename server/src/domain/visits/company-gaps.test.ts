import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { GapCounts, gapChanges, positionOf } from './company-gaps.ts';

const days = fc.uniqueArray(fc.integer({ min: 0, max: 400 }), { maxLength: 12 }).map((unsorted) => unsorted.sort((a, b) => a - b));

/** Returns the stored series of each day. Companies are given as lists of their days with visits. */
function seriesOf(companies: readonly (readonly number[])[]): Map<number, number[]> {
  const counts = new Map<number, GapCounts>();
  for (const own of companies) {
    for (const { day, gap, companies: change } of gapChanges([], own)) {
      const known = counts.get(day) ?? new GapCounts();
      known.add(gap, change);
      counts.set(day, known);
    }
  }
  return new Map([...counts].map(([day, known]) => [day, known.series()]));
}

/** Counts the distinct companies of an interval from the series of its days. */
function distinct(series: Map<number, number[]>, first: number, last: number): number {
  let sum = 0;
  for (const [day, values] of series) {
    if (day < first || day > last) continue;
    const { element, share } = positionOf(day, first);
    const at = (number: number) => values[Math.min(number, values.length) - 1]!;
    sum += at(element) + (share === 0 ? 0 : share * (at(element + 1) - at(element)));
  }
  return sum;
}

test('the distinct companies of any interval of up to 32 days are counted exactly', () => {
  fc.assert(
    fc.property(
      fc.array(days, { maxLength: 20 }),
      fc.integer({ min: 0, max: 400 }),
      fc.integer({ min: 0, max: 31 }),
      (companies, first, more) => {
        const expected = companies.filter((own) => own.some((day) => day >= first && day <= first + more)).length;
        assert.equal(distinct(seriesOf(companies), first, first + more), expected);
      },
    ),
  );
});

test('the distinct companies of longer intervals are estimated within 1%, for 5000 companies', () => {
  let seed = 7;
  const random = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return seed / 2 ** 31;
  };
  const companies = Array.from({ length: 5000 }, () =>
    [...new Set(Array.from({ length: 1 + Math.floor(random() * 12) }, () => Math.floor(random() * 730)))].sort((a, b) => a - b),
  );
  const series = seriesOf(companies);
  for (const [first, last] of [
    [300, 420],
    [200, 565],
    [365, 729],
    [0, 729],
    [100, 190],
  ] as const) {
    const expected = companies.filter((own) => own.some((day) => day >= first && day <= last)).length;
    const estimated = distinct(series, first, last);
    assert.ok(Math.abs(estimated / expected - 1) < 0.01, `${first} to ${last}: ${estimated} for ${expected}`);
  }
});

test('gap changes computed from the changed days and their neighbors equal those computed from all days', () => {
  const fewDays = fc.uniqueArray(fc.integer({ min: 0, max: 60 }), { maxLength: 12 }).map((unsorted) => unsorted.sort((a, b) => a - b));
  fc.assert(
    fc.property(fewDays, fewDays, (one, other) => {
      const changed = [...one.filter((day) => !other.includes(day)), ...other.filter((day) => !one.includes(day))];
      const near = changed.flatMap((day) => [one.findLast((known) => known < day), one.find((known) => known > day)]);
      const kept = one.filter((day) => near.includes(day) || changed.includes(day));
      const now = [...kept.filter((day) => other.includes(day)), ...changed.filter((day) => other.includes(day))];
      const some = gapChanges(
        kept,
        [...new Set(now)].sort((a, b) => a - b),
      );
      const all = gapChanges(one, other);
      const texts = (changes: typeof all) => changes.map(({ day, gap, companies }) => `${day} ${gap} ${companies}`).sort();
      assert.deepEqual(texts(some), texts(all));
    }),
  );
});
