import assert from 'node:assert/strict';
import { test } from 'node:test';
import { acceptedEncoding } from './compress-response.ts';

const encodingFor = (accepted?: string) => acceptedEncoding({ headers: { 'accept-encoding': accepted } });

test('a response has the encoding that the client prefers', () => {
  assert.equal(encodingFor('gzip, deflate, br, zstd'), 'br');
  assert.equal(encodingFor('br;q=0.5, gzip;q=0.8'), 'gzip');
  assert.equal(encodingFor('gzip'), 'gzip');
  assert.equal(encodingFor('GZIP;Q=0.5'), 'gzip');
  assert.equal(encodingFor('*'), 'br');
  assert.equal(encodingFor('identity, gzip'), 'gzip');
  assert.equal(encodingFor('identity, gzip;q=0.5'), null);
});

test('a response never has an encoding that the client rejects', () => {
  assert.equal(encodingFor('br;q=0, gzip'), 'gzip');
  assert.equal(encodingFor('br;q=0, gzip;q=0.0'), null);
  assert.equal(encodingFor('br;q=0, *'), 'gzip');
  assert.equal(encodingFor('*;q=0.5, br;q=0, gzip;q=0.4'), 'gzip');
  assert.equal(encodingFor('*;q=0'), null);
  assert.equal(encodingFor('br;q=high'), null);
  assert.equal(encodingFor('identity'), null);
  assert.equal(encodingFor(''), null);
  assert.equal(encodingFor(undefined), null);
});
