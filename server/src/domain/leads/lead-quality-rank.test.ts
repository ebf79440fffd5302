import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LeadQuality } from './lead-quality.ts';
import { qualitySortValue, rankQuality } from './lead-quality-rank.ts';

const quality = (depth: number, completeness: number): LeadQuality => ({
  score: Math.round(depth + completeness),
  breakdown: { depth, completeness },
});
const lead = (depth: number, visits = 1, pageViews = 1) => ({ quality: quality(depth, 2.5), visits, pageViews });
const orderOf = (leads: ReturnType<typeof lead>[]) => leads.map(qualitySortValue).sort((a, b) => a - b);

test('ranks are spread evenly over the leads of the account', () => {
  const leads = Array.from({ length: 100 }, (_, index) => lead(4, index + 1));
  const order = orderOf(leads);
  const ranks = leads.map((one) => rankQuality(one, order).rank);
  for (let rank = 1; rank <= 10; rank++) assert.equal(ranks.filter((one) => one === rank).length, 10, `rank ${rank}`);
});

test('leads that do not differ share the lowest rank', () => {
  const leads = Array.from({ length: 40 }, () => lead(4));
  assert.deepEqual(new Set(leads.map((one) => rankQuality(one, orderOf(leads)).rank)), new Set([1]));
});

test('visits and page views do not outweigh quality, and page views do not outweigh visits', () => {
  assert.ok(qualitySortValue(lead(4.5, 1, 1)) > qualitySortValue(lead(4, 1000, 1000)));
  assert.ok(qualitySortValue(lead(4, 2, 1)) > qualitySortValue(lead(4, 1, 1000)));
});

test('the rank is the score while there are too few leads to compare', () => {
  const { rank, percentile } = rankQuality(lead(4), orderOf([lead(1), lead(4)]));
  assert.deepEqual([rank, percentile], [7, null]);
});
