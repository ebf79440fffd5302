import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { nameWords } from './name-words.ts';

test('removes accents, apostrophes and the dots of abbreviations', () => {
  assert.deepEqual(nameWords("Müller's S.p.A. & Co. K.G."), ['mullers', 'spa', 'co', 'kg']);
  assert.deepEqual(nameWords("O'Neill S.p.A. (A.B. 3.2) d.o.o."), ['oneill', 'spa', 'ab', '3', '2', 'doo']);
  assert.deepEqual(nameWords('a.bc x_y.z A1.b'), ['a', 'bc', 'x', 'y', 'z', 'a1', 'b']);
});

test('the fast path for ASCII names returns the same words as the general parser', () => {
  const text = fc.string({ unit: fc.constantFrom(..."abCD1.'`_- &,(") as never, maxLength: 14 });
  // A non-ASCII letter at the end makes the general parser process the whole name.
  fc.assert(
    fc.property(text, (name) => assert.deepEqual([...nameWords(name), 'ø'], nameWords(`${name} Ø`).slice(0, -1).concat('ø'))),
    { numRuns: 2000 },
  );
});
