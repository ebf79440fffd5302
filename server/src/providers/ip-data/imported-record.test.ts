import assert from 'node:assert/strict';
import { test } from 'node:test';
import { locationOfRecord, matchOfRecord } from './imported-record.ts';

test('flat location records yield a place and no company', () => {
  const record = { country_code: 'de', city: 'Berlin', state1: 'Berlin', latitude: 52.5, longitude: '13.4', postcode: '' };
  assert.deepEqual(locationOfRecord(record), {
    countryCode: 'DE',
    region: 'Berlin',
    city: 'Berlin',
    postalCode: null,
    latitude: 52.5,
    longitude: 13.4,
  });
  assert.equal(matchOfRecord(record, 'x'), null);
});

test('nested records yield a place, and a company from their traits', () => {
  const record = {
    country: { iso_code: 'US' },
    city: { names: { en: 'Boise', de: 'Boise' } },
    subdivisions: [{ iso_code: 'ID', names: { en: 'Idaho' } }],
    postal: { code: '83702' },
    location: { latitude: 43.6, longitude: -116.2 },
    traits: { organization: 'ACME WIDGETS, INC.', user_type: 'business', domain: 'Acme.com', isp: 'Big Telecom' },
  };
  assert.deepEqual(locationOfRecord(record), {
    countryCode: 'US',
    region: 'Idaho',
    city: 'Boise',
    postalCode: '83702',
    latitude: 43.6,
    longitude: -116.2,
  });
  const match = matchOfRecord(record, 'nested.mmdb');
  assert.deepEqual([match?.company?.name, match?.company?.domain, match?.kind], ['Acme Widgets', 'acme.com', 'business']);
  assert.equal(matchOfRecord({ traits: { organization: 'Big Telecom', isp: 'Big Telecom' } }, 'x'), null);
  assert.deepEqual(matchOfRecord({ traits: { user_type: 'cellular' } }, 'x'), { database: 'x', company: null, kind: 'mobile' });
});

test('flat company records yield name, domain and kind', () => {
  const match = matchOfRecord(
    { asn: 'AS1', as_name: 'Big Telecom', as_domain: 'acme.com', company_name: 'Acme Inc', company_type: 'hosting' },
    'flat.mmdb',
  );
  assert.deepEqual([match?.company?.domain, match?.kind], ['acme.com', 'hosting']);
});

test('records of an unknown shape yield nothing', () => {
  for (const record of [null, undefined, 7, 'text', [], {}, { country: 'Germany' }]) {
    assert.equal(matchOfRecord(record, 'x'), null);
    assert.equal(locationOfRecord(record), null);
  }
});
