import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RepeatedText } from './repeated-text.ts';

test('returns every text unchanged, even if far more texts occur than are cached', () => {
  const repeated = new RepeatedText();
  for (let round = 0; round < 2; round++) {
    for (let index = 0; index < 20_000; index++) {
      const text = `MNT-${index * 7919}`;
      const bytes = Buffer.from(`mnt-by: ${text} `);
      assert.equal(repeated.at(bytes, 8, 8 + text.length), text);
    }
  }
  assert.equal(repeated.at(Buffer.from('RIPE'), 0, 0), '');
});

test('returns null for texts that are long or not ASCII', () => {
  const repeated = new RepeatedText();
  const [long, accented] = [Buffer.from('x'.repeat(41)), Buffer.from('Müller')];
  assert.equal(repeated.at(long, 0, long.length), null);
  assert.equal(repeated.at(accented, 0, accented.length), null);
  assert.equal(repeated.at(accented, 0, 1), 'M');
});
