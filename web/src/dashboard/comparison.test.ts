import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadTexts } from '../texts/language.ts';
import { comparisonName, comparisonOf } from './comparison.ts';

await loadTexts('en');

const comparisonFor = (compare: string | null, from = '2026-03-01', to = '2026-03-07') =>
  comparisonOf(new URLSearchParams(compare === null ? {} : { compare }), { from, to });

test('an interval is compared with the days before it unless the URL names another comparison', () => {
  assert.deepEqual(comparisonFor(null), { kind: 'previous', from: '2026-02-22', to: '2026-02-28' });
  assert.deepEqual(comparisonFor('year'), { kind: 'year', from: '2025-03-01', to: '2025-03-07' });
  assert.deepEqual(comparisonFor('2026-01-01..2026-01-31'), { kind: 'days', from: '2026-01-01', to: '2026-01-31' });
  assert.deepEqual(comparisonFor('none'), { kind: 'none' });
});

test('days that do not exist, are in the wrong order or too many are ignored', () => {
  for (const wrong of ['2020-01-01..2025-12-31', '2026-02-30..2026-03-01', '2026-03-01..2026-02-01', 'yesterday', '..'])
    assert.equal(comparisonFor(wrong).kind, 'previous', wrong);
});

test('29 February is compared with 28 February of the year before', () => {
  assert.deepEqual(comparisonFor('year', '2028-02-29', '2028-02-29'), { kind: 'year', from: '2027-02-28', to: '2027-02-28' });
});

test('a comparison has at most as many days as the server accepts', () => {
  // 1,100 days; the same days of the year before include 29 February 2024.
  assert.deepEqual(comparisonFor('year', '2025-02-10', '2028-02-14'), { kind: 'year', from: '2024-02-11', to: '2027-02-14' });
  assert.equal(comparisonFor('2023-02-11..2026-02-14').kind, 'days');
  assert.equal(comparisonFor('2023-02-10..2026-02-14').kind, 'previous');
});

test('the name of selected days includes the year, even for a single day of the current year', () => {
  const day = new Date().toISOString().slice(0, 10);
  assert.match(comparisonName({ kind: 'days', from: day, to: day }, false), new RegExp(`\\b${day.slice(0, 4)}$`));
});
