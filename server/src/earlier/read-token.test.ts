import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readToken } from './read-token.ts';

test('a token is read after "Token token=" and after "Bearer"', () => {
  for (const header of [
    'Token token=abc',
    'Token token="abc"',
    'TOKEN  token=abc',
    ' Token token=abc ',
    'Token token="abc", name="x"',
    'Bearer abc',
    'bearer abc',
  ]) {
    assert.equal(readToken(header), 'abc', header);
  }
});

test('any other Authorization header has no token', () => {
  for (const header of [
    undefined,
    '',
    'abc',
    'Basic abc',
    'Token abc',
    'Token token=',
    'Token token=a b',
    'Bearer',
    'Bearer a b',
    'Tokentoken=abc',
  ]) {
    assert.equal(readToken(header), null, header);
  }
});
