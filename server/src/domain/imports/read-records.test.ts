import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import type { ImportRecord } from './import-record.ts';
import { readRecords } from './read-records.ts';

async function read(...chunks: string[]): Promise<ImportRecord[]> {
  const records: ImportRecord[] = [];
  for await (const record of readRecords(Readable.from(chunks))) records.push(record);
  return records;
}

test('the header determines the separator', async () => {
  const expected = [{ line: 2, fields: { domain: 'a.com', name: 'A' } }];
  for (const separator of [',', ';', '\t']) assert.deepEqual(await read(`\ufeffDomain${separator}Name\na.com${separator}A\n`), expected);
});

test('lines may be split between chunks at any position', async () => {
  const text = ' \n{"domain":"a.com"}\n\n{"domain":"b.com"}\nnot json';
  const expected = [
    { line: 2, fields: { domain: 'a.com' } },
    { line: 4, fields: { domain: 'b.com' } },
    { line: 5, fault: 'it is not valid JSON' },
  ];
  for (let at = 0; at <= text.length; at++) assert.deepEqual(await read(text.slice(0, at), text.slice(at)), expected, `cut at ${at}`);
});

test('closes the source when only the beginning is read', async () => {
  const source = Readable.from(['name\n', 'a\n', 'b\n', 'c\n']);
  for await (const record of readRecords(source)) {
    assert.equal(record.line, 2);
    break;
  }
  assert.ok(source.destroyed);
});
