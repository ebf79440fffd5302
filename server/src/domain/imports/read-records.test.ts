import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { decodeText } from './decode-text.ts';
import type { ImportRecord } from './import-record.ts';
import { readRecords } from './read-records.ts';

async function read(...chunks: string[]): Promise<ImportRecord[]> {
  const records: ImportRecord[] = [];
  for await (const record of readRecords(Readable.from(chunks))) records.push(record);
  return records;
}

async function readBytes(...chunks: Buffer[]): Promise<ImportRecord[]> {
  const records: ImportRecord[] = [];
  for await (const record of readRecords(decodeText(Readable.from(chunks)))) records.push(record);
  return records;
}

test('the separator of a CSV file is detected in the header', async () => {
  const expected = [{ line: 2, fields: { domain: 'a.com', name: 'A' } }];
  for (const separator of [',', ';', '\t', '|'])
    assert.deepEqual(await read(`\ufeffDomain${separator}Name\na.com${separator}A\n`), expected);
});

test('quotes escaped by backslashes are read in files of People Data Labs only, wherever chunks are split', async () => {
  const names = [
    ['"say \\"best\\", inc"', 'say "best", inc'],
    ['"\\"\\\\\\"\\\\"', '"\\"\\'],
    ['"doubled ""quotes"", too"', 'doubled "quotes", too'],
    ['"two\nlines \\"here\\""', 'two\nlines "here"'],
    ['plain\\n', 'plain\\n'],
  ];
  for (const header of ['name,size,locality,website,linkedin_url', '\ufeff"Name","Size","Locality","Website","LinkedIn_URL"']) {
    const text = `${header}\n${names.map(([written]) => `${written},1-10,ulm,a.com,\n`).join('')}`;
    for (let index = 0; index <= text.length; index++) {
      const records = await read(text.slice(0, index), text.slice(index));
      const found = records.map((record) => ('fields' in record ? record.fields.name : record.fault));
      assert.deepEqual(
        found,
        names.map(([, meant]) => meant),
        `cut at ${index}`,
      );
    }
  }
  assert.deepEqual(await read('name,path\n"ends with \\",x\n'), [{ line: 2, fields: { name: 'ends with \\', path: 'x' } }]);
});

test('JSON Lines may be split between chunks at any position', async () => {
  const text = ' \n{"domain":"a.com"}\n\n{"domain":"b.com"}\nnot json';
  const expected = [
    { line: 2, fields: { domain: 'a.com' } },
    { line: 4, fields: { domain: 'b.com' } },
    { line: 5, fault: 'it is not valid JSON' },
  ];
  for (let index = 0; index <= text.length; index++)
    assert.deepEqual(await read(text.slice(0, index), text.slice(index)), expected, `cut at ${index}`);
});

test('repeated columns and too many columns are rejected; columns without a name may be repeated', async () => {
  await assert.rejects(read('name,domain,Name\nA,a.com,B\n'), /several columns named "name"/);
  await assert.rejects(read(`${Array.from({ length: 10_000 }, (_, index) => `column ${index}`)}\n`), /has 10000 columns; at most 1000/);
  assert.deepEqual(await read('name,,\nA,,\n'), [{ line: 2, fields: { name: 'A', '': '' } }]);
});

test('files in UTF-8, UTF-16 and Windows-1252 are decoded, wherever chunks are split', async () => {
  const text = 'name,city\nMüller,Köln\nÅre Skog,Åre\n';
  const expected = [
    { line: 2, fields: { name: 'Müller', city: 'Köln' } },
    { line: 3, fields: { name: 'Åre Skog', city: 'Åre' } },
  ];
  const encoded = [
    Buffer.from(text),
    Buffer.from(`\ufeff${text}`, 'utf16le'),
    Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
    Buffer.from(text, 'latin1'),
  ];
  for (const bytes of encoded) {
    for (let index = 0; index <= bytes.length; index++)
      assert.deepEqual(
        await readBytes(bytes.subarray(0, index), bytes.subarray(index)),
        expected,
        `${bytes.toString('hex', 0, 4)} cut at ${index}`,
      );
  }
});

test('files that are not text are rejected with an explanation', async () => {
  await assert.rejects(readBytes(Buffer.from('PK\x03\x04 sheet')), /spreadsheet or a zip archive/);
  await assert.rejects(readBytes(Buffer.from([0x1f, 0x8b, 8, 0])), /compressed with gzip/);
  await assert.rejects(readBytes(Buffer.from('name,city\n', 'utf16le')), /not text/);
  await assert.rejects(readBytes(Buffer.from('\ufeff<?xml version="1.0"?>\n<a/>')), /XML or HTML/);
});

test('rows of separators are skipped, and an unclosed quote is reported with its line', async () => {
  assert.deepEqual(await read('name;city\nA;B\n;\n ; \n'), [{ line: 2, fields: { name: 'A', city: 'B' } }]);
  const fault = 'it has 1 fields, but the header has 2: a quote may not be closed';
  assert.deepEqual(await read('name;city\n"A;B\nC;D\n'), [{ line: 2, fault }]);
});

test('closes the source when only the beginning is read', async () => {
  const source = Readable.from(['name\n', 'a\n', 'b\n', 'c\n']);
  for await (const record of readRecords(source)) {
    assert.equal(record.line, 2);
    break;
  }
  assert.ok(source.destroyed);
});
