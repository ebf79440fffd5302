import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WordCache } from './word-cache.ts';

test('the value of a word is computed once', () => {
  const computed: string[] = [];
  const cache = new WordCache((word) => computed.push(word) - 1);
  const words = ['', 'a', 'b', 'ab', 'ba', 'aa', 'bank', 'müller', 'школа'];
  for (let round = 0; round < 3; round++) for (const [value, word] of words.entries()) assert.equal(cache.get(word), value);
  assert.deepEqual(computed, words);
});

test('words have their own values, even if far more occur than are cached', () => {
  const cache = new WordCache((word) => Number(word.slice(1)));
  for (let round = 0; round < 2; round++)
    for (let value = 0; value < 400_000; value++) if (cache.get(`w${value}`) !== value) assert.fail(`w${value}: ${cache.get(`w${value}`)}`);
});
