import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPercentEncoded, routablePath } from './percent-encoding.ts';

test('only a string that can be decoded counts as percent-encoded', () => {
  for (const text of ['', 'plain', '%20', '%00', 'a%2Fb', '%E2%82%AC']) assert.equal(isPercentEncoded(text), true, text);
  for (const text of ['%', '%zz', '%2', '%ff', '%c0%af', '%ed%a0%80', 'a%E2%82']) assert.equal(isPercentEncoded(text), false, text);
});

test('percent signs are encoded in path segments that cannot be decoded', () => {
  assert.equal(routablePath('/accounts/%31/leads/%zz?x=%zz'), '/accounts/%31/leads/%25zz?x=%zz');
  assert.equal(routablePath('/download/%c0%af'), '/download/%25c0%25af');
  assert.equal(routablePath('/a%2Fb?c'), '/a%2Fb?c');
});
