import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { parseCsv, readCsv } from './parse-csv.ts';

const values = (text: string) => parseCsv(text).map((record) => record.values);

test('fields are split at commas; a quoted field may contain commas, quotes and line breaks', () => {
  assert.deepEqual(values('a,b\r\n"x, y","say ""hi""\nthere"\n'), [
    ['a', 'b'],
    ['x, y', 'say "hi"\nthere'],
  ]);
});

test('empty fields are returned, empty lines are skipped, and a byte order mark is removed', () => {
  assert.deepEqual(values('\ufeffa,,\n\n,b'), [
    ['a', '', ''],
    ['', 'b'],
  ]);
});

test('a quote inside an unquoted field is literal', () => {
  assert.deepEqual(values('5" pipe,b\nc,d\n'), [
    ['5" pipe', 'b'],
    ['c', 'd'],
  ]);
});

test('a field with text after its closing quote is returned unchanged, with the quotes', () => {
  assert.deepEqual(values('"a"b,c\n"d" ,e'), [
    ['"a"b', 'c'],
    ['"d" ', 'e'],
  ]);
});

test('the last line may end with a carriage return, or have a quote that is not closed', () => {
  assert.deepEqual(values('a,b\r'), [['a', 'b']]);
  assert.deepEqual(values('a,"b\nc,d\n'), [['a', 'b\nc,d\n']]);
});

test('a record has the number of the line on which it starts', () => {
  const lines = parseCsv('a\n\n"b\nb"\nc\n').map((record) => record.line);
  assert.deepEqual(lines, [1, 3, 5]);
});

test('an unclosed quote affects only its own line if more than 1 MB follows', () => {
  const long = `a,"open\n${'x,y\n'.repeat(300_000)}`;
  const records = parseCsv(long);
  assert.equal(records.length, 300_001);
  assert.deepEqual(records[1], { line: 2, values: ['x', 'y'] });
});

test('a file whose lines all have an unclosed quote is read in linear time', async () => {
  const chunk = '"a"b,"c\n'.repeat(8_000);
  const timeOf = async (chunks: number) => {
    const start = process.cpuUsage();
    let records = 0;
    for await (const _record of readCsv(Array.from({ length: chunks }, () => chunk))) records++;
    return { records, microseconds: process.cpuUsage(start).user };
  };
  const short = await timeOf(20);
  const long = await timeOf(60);
  assert.ok(long.microseconds < 9 * short.microseconds, `${short.microseconds} µs, then ${long.microseconds} µs`);
  assert.ok(long.records > 300_000, String(long.records));
});

test('without a given separator, the most frequent one of the first line is used', async () => {
  const cases: [string, string[]][] = [
    ['a;b;c, d\n1;2;3\n', ['1', '2', '3']],
    ['a\tb\n1,5\t2\n', ['1,5', '2']],
    ['"a;b;c",d\n1,2\n', ['1', '2']],
    ['a\n1;2\n', ['1;2']],
  ];
  for (const [text, expected] of cases) {
    const read: string[][] = [];
    for await (const record of readCsv([text], null)) read.push(record.values);
    assert.deepEqual(read[1], expected);
  }
});

test('any text without an unclosed quote gives the same values as csv-parse alone', () => {
  const texts = fc.string({ unit: fc.constantFrom('a', 'é', ',', '"', '\n', '\r\n', ' ') });
  fc.assert(
    fc.property(texts, (text) => {
      const closed = text.endsWith('\n') ? text : `${text}\n`;
      let expected: string[][];
      try {
        expected = parse(closed, {
          record_delimiter: ['\n', '\r\n'],
          relax_quotes: true,
          relax_column_count: true,
          skip_empty_lines: true,
        });
      } catch {
        return; // A quote is not closed, which the tests above cover.
      }
      assert.deepEqual(values(closed), expected);
    }),
    { numRuns: 2000 },
  );
});

test('records do not depend on the boundaries of chunks', async () => {
  const field = fc.string({ unit: fc.constantFrom('a', 'é', ',', '"', '\n', '\r', ' ') });
  const table = fc.array(fc.array(field, { minLength: 2, maxLength: 3 }), { maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(table, fc.integer({ min: 1, max: 7 }), async (rows, size) => {
      const text = rows.map((row) => row.map((value) => `"${value.replaceAll('"', '""')}"`).join(',')).join('\n');
      const chunks = Array.from({ length: Math.ceil(text.length / size) }, (_, index) => text.slice(index * size, (index + 1) * size));
      const read: string[][] = [];
      for await (const record of readCsv(chunks)) read.push(record.values);
      assert.deepEqual(read, rows);
    }),
  );
});

test('a line of more than 1 MB becomes a record without values, and the next line is read', async () => {
  async function* chunks() {
    yield 'name,city\nOne,Rome\nTwo,';
    for (let count = 0; count < 300; count++) yield 'x'.repeat(10_000);
    yield 'end\nThree,Oslo\n';
  }
  const records = [];
  for await (const record of readCsv(chunks())) records.push(record);
  assert.deepEqual(records, [
    { line: 1, values: ['name', 'city'] },
    { line: 2, values: ['One', 'Rome'] },
    { line: 3, values: [] },
    { line: 4, values: ['Three', 'Oslo'] },
  ]);
});
