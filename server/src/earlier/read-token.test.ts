import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readToken } from './read-token.ts';

test('a token follows Token token= or Bearer', () => {
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

test('anything else is not a token', () => {
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
