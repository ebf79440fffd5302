import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadTexts } from '../texts/language.ts';
import { evidenceText } from './evidence-text.ts';

await loadTexts('en');

test('the text of evidence is composed of its parts; without parts, the text of the server is shown', () => {
  const parts: NonNullable<Parameters<typeof evidenceText>[0]['parts']> = [
    { code: 'scored', values: { asn: 64500, holder: 'Acme', kind: 'business' } },
    { code: 'size', values: { addresses: 2048, blocks: 2 } },
    { code: 'country', values: { country: 'DE' } },
    { code: 'guests', values: { place: 'hotel' } },
  ];
  assert.equal(
    evidenceText({ detail: '', parts }),
    'AS64500 Acme is classified as a business by its score: 2,048 IPv4 addresses in 2 blocks, most networks in Germany belong to providers; this is a hotel, whose visitors are mostly guests',
  );
  assert.equal(evidenceText({ detail: 'older words', parts: null }), 'older words');
});
