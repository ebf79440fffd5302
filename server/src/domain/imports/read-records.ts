import { itemAt } from '../../lib/item-at.ts';
import { readCsvChunks } from '../../lib/parse-csv.ts';
import { Problem } from '../problem.ts';
import { doubleEscapedQuotes } from './double-escaped-quotes.ts';
import type { ImportRecord } from './import-record.ts';
import { readJsonArray } from './read-json-array.ts';
import { readJsonObject } from './read-json-object.ts';
import { repeatedColumnError } from './repeated-column.ts';

/** Bounds memory for input without line breaks. */
const maxLineLength = 1_000_000;

/** No published directory has more columns. */
const maxColumns = 1000;

/** Number of characters from which the format of a file is detected. */
const recognizedLength = 20;

/** Reads CSV with a header, JSON Lines, or a JSON document with a list of objects, depending on the first characters. */
export async function* readRecords(chunks: AsyncIterable<string>): AsyncGenerator<ImportRecord> {
  for await (const records of readRecordChunks(chunks)) for (const record of records) yield record;
}

/** Like `readRecords`, but yields several records at a time, which takes less time for large files. */
export async function* readRecordChunks(chunks: AsyncIterable<string>): AsyncGenerator<ImportRecord[]> {
  const source = chunks[Symbol.asyncIterator]();
  let head = '';
  let isDone = false;
  while (!isDone && head.trimStart().length < recognizedLength) {
    const { value, done } = await source.next();
    isDone = done === true;
    head += value ?? '';
  }
  const whole = { [Symbol.asyncIterator]: () => withHead(head, source) };
  try {
    if (firstCharacter(head) === '[' || /^\ufeff?\s*\{\s*"head"/.test(head)) yield* oneByOne(readJsonArray(whole));
    else yield* firstCharacter(head) === '{' ? oneByOne(readJsonLines(whole)) : readTable(whole);
  } finally {
    // Closes the source even if only the beginning was read.
    await source.return?.();
  }
}

function firstCharacter(text: string): string {
  return text.replace(/^\ufeff/, '').trimStart()[0] ?? '';
}

async function* withHead(head: string, rest: AsyncIterator<string>): AsyncGenerator<string> {
  yield head;
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
}

async function* oneByOne(records: AsyncIterable<ImportRecord>): AsyncGenerator<ImportRecord[]> {
  for await (const record of records) yield [record];
}

async function* readTable(chunks: AsyncIterable<string>): AsyncGenerator<ImportRecord[]> {
  let columns: string[] | null = null;
  for await (const rows of readCsvChunks(doubleEscapedQuotes(chunks), null)) {
    const records: ImportRecord[] = [];
    for (const { line, values } of rows) {
      if (columns === null) columns = readHeader(values);
      else if (!isEmpty(values)) records.push(recordOf(columns, line, values));
    }
    yield records;
  }
}

function readHeader(values: readonly string[]): string[] {
  const columns = values.map((name) => name.trim().toLowerCase());
  const isTooWide = columns.length > maxColumns;
  const fault = isTooWide ? `The file has ${columns.length} columns; at most ${maxColumns} are read.` : repeatedColumnError(columns);
  if (fault !== null) throw new Problem('invalid_input', fault);
  return columns;
}

/** Spreadsheets save rows of separators after the last row, or between blocks. */
function isEmpty(values: readonly string[]): boolean {
  return values.length > 0 && values.every((value) => value.trim() === '');
}

function recordOf(columns: readonly string[], line: number, values: readonly string[]): ImportRecord {
  if (values.length !== columns.length) {
    const hint = values.length < columns.length && values.some((value) => value.includes('\n')) ? ': a quote may not be closed' : '';
    return { line, fault: `it has ${values.length} fields, but the header has ${columns.length}${hint}` };
  }
  const fields: Record<string, unknown> = {};
  for (let index = 0; index < columns.length; index++) fields[itemAt(columns, index)] = values[index];
  return { line, fields };
}

async function* readJsonLines(chunks: AsyncIterable<string>): AsyncGenerator<ImportRecord> {
  let line = 0;
  for await (const text of linesOf(chunks)) {
    line++;
    const bare = text.replace(/^\ufeff/, '').trim();
    if (bare === '') continue;
    yield readJsonObject(line, bare);
  }
}

async function* linesOf(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of chunks) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
    if (rest.length > maxLineLength) {
      yield rest;
      rest = '';
    }
  }
  yield rest;
}
