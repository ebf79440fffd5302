import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { nameWords } from './name-words.ts';

test('words of a name: accents, abbreviations, apostrophes', () => {
  assert.deepEqual(nameWords("Müller's S.p.A. & Co. K.G."), ['mullers', 'spa', 'co', 'kg']);
  assert.deepEqual(nameWords("O'Neill S.p.A. (A.B. 3.2) d.o.o."), ['oneill', 'spa', 'ab', '3', '2', 'doo']);
  assert.deepEqual(nameWords('a.bc x_y.z A1.b'), ['a', 'bc', 'x', 'y', 'z', 'a1', 'b']);
});

test('names in ASCII letters are read like all others', () => {
  const text = fc.string({ unit: fc.constantFrom(..."abCD1.'`_- &,(") as never, maxLength: 14 });
  // A letter outside of ASCII at the end leaves the rest to the general parser.
  fc.assert(
    fc.property(text, (name) => assert.deepEqual([...nameWords(name), 'ø'], nameWords(`${name} Ø`).slice(0, -1).concat('ø'))),
    { numRuns: 2000 },
  );
});
