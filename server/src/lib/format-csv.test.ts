import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvLine } from './format-csv.ts';
import { parseCsv } from './parse-csv.ts';

test('written values are read back unchanged', () => {
  const rows = [
    ['a', 'b', 'c'],
    ['Smith, "Sons" & Co', 'two\nlines', ''],
    ['plain', '7', 'ü'],
  ];
  assert.deepEqual(
    parseCsv(rows.map(csvLine).join('')).map(({ values }) => values),
    rows,
  );
});

test('a value that starts like a formula is escaped', () => {
  assert.equal(csvLine(['=HYPERLINK("https://evil.example")']), '"\'=HYPERLINK(""https://evil.example"")"\r\n');
  for (const name of ['+1', '-1', '@SUM(A1)', '\t=1', ' =1', '\r=1', '＝1', '|cmd'])
    assert.match(csvLine([name]), /^"?'/, JSON.stringify(name));
  assert.equal(csvLine([-3, null, true]), '-3,,true\r\n', 'a number stays a number');
});
