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

test('a large airport, the guest network of a large company and hostels are shared places', () => {
  assert.equal(sharedPlaceOf({ name: 'Fraport', industry: 'airports', employeeRange: '10.000+' }), 'airport');
  assert.equal(sharedPlaceOf({ name: 'Acme Guest WiFi', industry: null, employeeRange: '5.001-10.000' }), 'guest_network');
  assert.equal(sharedPlaceOf({ name: 'Meininger Hostels', industry: null, employeeRange: null }), 'hotel');
});
