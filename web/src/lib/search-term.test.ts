import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leadQuery } from '../leads/lead-query.ts';
import { searchTerm } from './search-term.ts';

test('a pasted web address is searched by its hostname, any other text without the spaces around it', () => {
  for (const address of ['https://www.sap.com/pricing?a=1', 'http://sap.com', ' www.sap.com/', 'HTTPS://sap.com:443/x'])
    assert.equal(searchTerm(address), 'sap.com', address);
  for (const text of ['sap', 'sap.com', 'Novo Nordisk A/S', 'www', 'https', 'SAP SE', '']) assert.equal(searchTerm(text), text);
  assert.equal(searchTerm(' SAP SE  '), 'SAP SE');
  const { search, query, exportRequest } = leadQuery(new URLSearchParams({ q: 'https://www.sap.com/' }), '2026-03-02', []);
  assert.deepEqual([search, query.search, exportRequest.search], ['sap.com', 'sap.com', 'sap.com']);
  const spaced = leadQuery(new URLSearchParams({ q: 'Novo ' }), '2026-03-02', []);
  assert.deepEqual([spaced.search, spaced.query.search, spaced.exportRequest.search], ['Novo', 'Novo', 'Novo']);
});
