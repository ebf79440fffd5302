import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseCsv } from './csv.ts';
import { csvText } from './csv-text.ts';

test('what is written is read back as it was', () => {
  const rows = [
    ['Smith, "Sons" & Co', 'two\nlines', ''],
    ['plain', '7', 'ü'],
  ];
  const records = parseCsv(csvText(['a', 'b', 'c'], rows)).map(({ values }) => values);
  assert.deepEqual(records, [['a', 'b', 'c'], ...rows]);
});

test('a name that begins like a formula does not become one', () => {
  assert.match(csvText(['name'], [['=HYPERLINK("https://evil.example")']]), /"'=HYPERLINK/);
  assert.match(csvText(['visits'], [[-3]]), /\n-3/, 'a number stays a number');
});
