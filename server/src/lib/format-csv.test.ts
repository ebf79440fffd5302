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

test('a formula is escaped after each character that may begin a new cell in a spreadsheet', () => {
  assert.equal(csvLine(['news;=1+1']), "news;'=1+1\r\n");
  for (const name of ['a; =1', 'a;"=1"', 'a\t=1', 'a\n=1', 'a\r\n =1', 'a;;=1', 'a;＝1'])
    assert.match(csvLine([name]), /[;\t\r\n]' ?"*[=＝]1/, JSON.stringify(name));
  assert.equal(csvLine(['a;b-c', 'x=1; y']), 'a;b-c,x=1; y\r\n');
});
