import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keysOf } from '../../lib/entries-of.ts';
import { recordOf } from '../../lib/record-of.ts';
import type { CompanyCompleteness } from '../companies/completeness.ts';
import { leadQuality } from './lead-quality.ts';

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
const everything = recordOf(keysOf(nothing), () => true);

test('half of the score comes from the deepest visit, half from the completeness of the company data', () => {
  assert.equal(leadQuality(0, nothing).score, 0);
  assert.equal(leadQuality(10, nothing).score, 5);
  assert.equal(leadQuality(0, everything).score, 5);
  assert.equal(leadQuality(10, everything).score, 10);
  assert.deepEqual(leadQuality(4, { ...nothing, domain: true, industry: true }), { score: 3, breakdown: { depth: 2, completeness: 1.25 } });
});

test('more than ten page views count as ten', () => {
  assert.equal(leadQuality(400, everything).score, 10);
});
