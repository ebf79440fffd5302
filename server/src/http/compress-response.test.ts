import assert from 'node:assert/strict';
import { test } from 'node:test';
import { acceptedEncoding } from './compress-response.ts';

const encodingFor = (accepted?: string) => acceptedEncoding({ headers: { 'accept-encoding': accepted } });

test('a response has the encoding that the client prefers', () => {
  assert.equal(encodingFor('gzip, deflate, br, zstd'), 'br');
  assert.equal(encodingFor('br;q=0.5, gzip;q=0.8'), 'gzip');
  assert.equal(encodingFor('gzip'), 'gzip');
});

test('a response is not compressed in a way that the client refuses', () => {
  assert.equal(encodingFor('br;q=0, gzip'), 'gzip');
  assert.equal(encodingFor('br;q=0, gzip;q=0.0'), null);
  assert.equal(encodingFor('identity'), null);
  assert.equal(encodingFor(''), null);
  assert.equal(encodingFor(undefined), null);
});
