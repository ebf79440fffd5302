import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CompanyCompleteness, quality } from './quality.ts';

const nothing: CompanyCompleteness = {
  domain: false,
  industry: false,
  employeeRange: false,
  country: false,
  city: false,
  phone: false,
  description: false,
  revenue: false,
};
const everything = Object.fromEntries(Object.keys(nothing).map((key) => [key, true])) as CompanyCompleteness;

test('half of the score is the deepest visit, half the completeness', () => {
  assert.equal(quality(0, nothing).score, 0);
  assert.equal(quality(10, nothing).score, 5);
  assert.equal(quality(0, everything).score, 5);
  assert.equal(quality(10, everything).score, 10);
  assert.deepEqual(quality(4, { ...nothing, domain: true, industry: true }), { score: 3, breakdown: { depth: 2, completeness: 1.25 } });
});

test('more than ten page views count as ten', () => {
  assert.equal(quality(400, everything).score, 10);
});
