import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mentionAt } from './mention-at.ts';

test('a mention begins with @ at the start of a word and ends at the cursor', () => {
  assert.deepEqual(mentionAt('@', 1), { start: 0, name: '' });
  assert.deepEqual(mentionAt('Call them, @Da', 14), { start: 11, name: 'Da' });
  assert.deepEqual(mentionAt('(@da) please', 4), { start: 1, name: 'da' });
  assert.equal(mentionAt('@da please', 10), null, 'the mention has ended');
  assert.equal(mentionAt('write to info@da', 16), null, 'an e-mail address');
  assert.equal(mentionAt('nobody', 6), null);
});
