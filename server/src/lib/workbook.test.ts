import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import readExcelFile from 'read-excel-file/node';
import { firstItems } from './first-items.ts';
import { firstOf } from './first-of.ts';
import type { CsvValue } from './format-csv.ts';
import { lastOf } from './last-of.ts';
import { workbookBytes } from './workbook.ts';

async function* each(rows: CsvValue[][]) {
  yield* rows;
}

const header = ['name', 'visits', 'followed', 'seen_at', 'nothing'];
const createdAt = new Date('2026-01-02T03:04:06Z');
const writeWorkbook = (rows: AsyncIterable<CsvValue[]>) => buffer(workbookBytes({ name: 'Leads', header, rows, createdAt }));

/** Reads all cells of the first sheet with an independent library. */
async function read(bytes: Buffer): Promise<unknown[][]> {
  const sheet = firstOf(await readExcelFile(bytes, { dateFormat: 'yyyy-mm-dd hh:mm', trim: false }));
  return sheet.data;
}

test('an independent reader gets the same texts, numbers, booleans and dates', async () => {
  const seenAt = new Date('2026-09-01T12:00:00Z');
  const rows: CsvValue[][] = [
    ['Smith & <Sons> "Ltd"', 3, true, seenAt, null],
    ['  ÄÖ 株式会社 🚀\nsecond line', -1.5, false, null, null],
  ];
  const [head, first, second] = firstItems(await read(await writeWorkbook(each(rows))), 3);
  assert.deepEqual(head, header);
  assert.deepEqual(first.slice(0, 4), ['Smith & <Sons> "Ltd"', 3, true, seenAt]);
  assert.deepEqual(second.slice(0, 3), ['  ÄÖ 株式会社 🚀\nsecond line', -1.5, false]);
});

test('a string that starts like a formula stays text, and characters invalid in XML are removed or replaced', async () => {
  const evil = '=HYPERLINK("https://evil.example")';
  const bytes = await writeWorkbook(
    each([
      [evil, null, null, null, null],
      ['a\u0000b\u0008c\uFFFE\uD800d', null, null, null, null],
    ]),
  );
  const [, first, second] = firstItems(await read(bytes), 3);
  assert.equal(first[0], evil);
  assert.equal(second[0], 'abc\uFFFDd');
});

test('20,000 rows are written, and an error while reading the rows is thrown', async () => {
  async function* many() {
    for (let index = 0; index < 20_000; index++) yield [`Company ${index}`, index, null, null, null];
  }
  const rows = await read(await writeWorkbook(many()));
  assert.equal(rows.length, 20_001);
  assert.deepEqual(lastOf(rows).slice(0, 2), ['Company 19999', 19_999]);
  async function* broken(): AsyncGenerator<CsvValue[]> {
    yield ['One', 1, null, null, null];
    throw new Error('The database is gone');
  }
  await assert.rejects(writeWorkbook(broken()), /The database is gone/);
});
