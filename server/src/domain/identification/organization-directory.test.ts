import assert from 'node:assert/strict';
import { test } from 'node:test';
import { directoryOf, seed } from './identification.fixture.ts';

const directory = directoryOf([
  seed({ name: 'Bayer', domain: 'bayer.com', countryCode: 'DE', asns: [13043], aliases: ['Bayer AG', 'bayer.de'] }),
  seed({ name: 'Standard Bank', domain: 'standardbank.com', countryCode: 'ZA' }),
  seed({ name: 'Nokian Tyres', domain: 'nokiantyres.com', countryCode: 'FI' }),
  seed({ name: 'House of Commons', domain: 'ourcommons.ca', countryCode: 'CA', kind: 'government' }),
  seed({ name: 'Twin', domain: 'twin.one', countryCode: 'DE' }),
  seed({ name: 'TWIN GmbH', domain: 'twin.two', countryCode: 'DE' }),
]);
const domainOf = (name: string, country: string) => directory.byName(name, country)?.company.domain ?? null;

test('finds organizations by network and, ignoring case, by alternative domain', () => {
  assert.equal(directory.network(13043)?.organization?.company.domain, 'bayer.com');
  assert.equal(directory.byDomain('BAYER.de')?.company.name, 'Bayer');
  assert.equal(directory.network(1), null);
});

test('finds organizations by other spellings of their names and by the names of branches', () => {
  assert.equal(domainOf('BAYER AKTIENGESELLSCHAFT', 'DE'), 'bayer.com');
  assert.equal(domainOf('Bayer (South East Asia) Pte Ltd', 'SG'), 'bayer.com');
  assert.equal(domainOf('Nokian Tyres LTD', 'RU'), 'nokiantyres.com');
});

test('does not match an ambiguous name', () => {
  assert.equal(domainOf('Bayer Ltd.', 'UA'), null);
  assert.equal(domainOf('Standard Bank Limited', 'BD'), null);
  assert.equal(domainOf('THE HOUSE OF COMMONS', 'GB'), null);
  assert.equal(domainOf('Twin', 'DE'), null);
});
