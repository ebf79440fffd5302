import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sharedPlaceOf } from './shared-place.ts';

test('a hotel is a shared place, the head office of a chain is not', () => {
  const place = (name: string, employeeRange: string | null) => sharedPlaceOf({ name, industry: 'hotels', employeeRange });
  assert.equal(place('The Broadmoor', '1.001-5.000'), 'hotel');
  assert.equal(place('Grand Hotels of Ulm', '11-100'), 'hotel');
  assert.equal(place('Choice Hotels', '1.001-5.000'), null);
  assert.equal(place('Hilton', '10.000+'), null);
});
