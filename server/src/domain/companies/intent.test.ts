import assert from 'node:assert/strict';
import { test } from 'node:test';
import { required } from '../../lib/required.ts';
import { type Engagement, intent, intentTier } from './intent.ts';

const shortVisit: Engagement = {
  daysSinceLastVisit: 20,
  visitsInLast30Days: 1,
  pageViewsInLast30Days: 1,
  visitorsInLast30Days: 1,
  goalsReachedInLast90Days: 0,
};
const manyVisits: Engagement = {
  daysSinceLastVisit: 0,
  visitsInLast30Days: 30,
  pageViewsInLast30Days: 300,
  visitorsInLast30Days: 6,
  goalsReachedInLast90Days: 3,
};

test('the score is the sum of its parts, at most 10', () => {
  const low = intent(shortVisit);
  const high = intent(manyVisits);
  assert.equal(low.tier, 'low');
  assert.equal(high.score, 10);
  assert.equal(high.tier, 'high');
  const sum = Object.values(required(low.breakdown)).reduce((total, part) => total + part, 0);
  assert.ok(Math.abs(sum - required(low.score)) < 0.05);
});

test('every kind of engagement raises the score', () => {
  const base = required(intent(shortVisit).score);
  const better: Partial<Engagement>[] = [
    { daysSinceLastVisit: 2 },
    { visitsInLast30Days: 3, pageViewsInLast30Days: 3 },
    { pageViewsInLast30Days: 6 },
    { visitorsInLast30Days: 3 },
    { goalsReachedInLast90Days: 1 },
  ];
  for (const change of better) assert.ok(required(intent({ ...shortVisit, ...change }).score) > base, JSON.stringify(change));
});

test('a company without visits for ninety days has no score', () => {
  assert.deepEqual(intent({ ...manyVisits, daysSinceLastVisit: 90 }), { score: null, tier: null, breakdown: null });
});

test('tiers start at 4.0 and 7.0', () => {
  assert.deepEqual([3.9, 4, 6.9, 7].map(intentTier), ['low', 'medium', 'medium', 'high']);
});
