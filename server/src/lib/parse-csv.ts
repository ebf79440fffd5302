import { CsvError, type Options, parse } from 'csv-parse/sync';
import { firstOf } from './first-of.ts';
import { required } from './required.ts';

export type CsvRecord = {
  /** Line number on which the record starts, from 1, for error messages. */
  line: number;
  values: string[];
  /** True for the last record if the text ends within a quoted value. */
  isUnclosed?: true;
};

const maxRecordBytes = 1_000_000;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const byteOrderMark = Buffer.from('\ufeff');

/**
 * Parses RFC 4180 text in chunks: quoted fields may contain separators, line breaks and doubled quotes. Empty lines are skipped.
 * If `separator` is null, the separator is detected from the first line: spreadsheets use semicolons in locales with a decimal comma,
 * and tabs in Unicode text.
 */
export async function* readCsv(
  chunks: AsyncIterable<string> | Iterable<string>,
  separator: string | null = ',',
): AsyncGenerator<CsvRecord> {
  for await (const records of readCsvChunks(chunks, separator)) for (const record of records) yield record;
}

/** Like `readCsv`, but yields the records of each chunk together: each value that an asynchronous generator yields takes microseconds. */
export async function* readCsvChunks(
  chunks: AsyncIterable<string> | Iterable<string>,
  separator: string | null = ',',
): AsyncGenerator<CsvRecord[]> {
  const parser = new ChunkParser(separator);
  for await (const chunk of chunks) yield parser.push(chunk);
  yield parser.end();
}

/** Like `readCsv`, for text in memory. */
export function parseCsv(text: string, separator = ','): CsvRecord[] {
  const parser = new ChunkParser(separator);
  return [...parser.push(text), ...parser.end()];
}

/**
 * Splits lines without open quotes, which is several times faster than csv-parse. From the first line on whose field contains a line break,
 * csv-parse parses the rest of the chunk. Counts lines, and limits the damage of an unclosed quote.
 */
class ChunkParser {
  #separator: string | null;
  /** The text not parsed yet. Bytes, because a slice of a string would keep the whole chunk in memory. */
  #rest = Buffer.alloc(0);
  #line = 1;
  #isFirst = true;
  /** True while the rest of an overlong line is skipped. */
  #isSkipping = false;
  /** Size of `#rest` at which it is parsed again: parsing an open quote again for each chunk would take quadratic time. */
  #parsedAgainAt = 0;
  /** True if an open quote was ended at the end of its line, and less than half of the text after it could be parsed. */
  #isUnclosedAgain = false;

  constructor(separator: string | null) {
    this.#separator = separator;
  }

  push(chunk: string): CsvRecord[] {
    let bytes = Buffer.from(chunk);
    if (this.#isSkipping) {
      const lineEnd = bytes.indexOf(lineFeed);
      if (lineEnd < 0) return [];
      bytes = bytes.subarray(lineEnd);
      this.#isSkipping = false;
    }
    this.#rest = Buffer.concat([this.#rest, bytes]);
    if (this.#isFirst && this.#rest.length > 0) {
      this.#isFirst = false;
      if (this.#rest.indexOf(byteOrderMark) === 0) this.#rest = this.#rest.subarray(byteOrderMark.length);
    }
    const records: CsvRecord[] = [];
    if (this.#rest.length < this.#parsedAgainAt) return records;
    for (let isRetry = false; ; isRetry = true) {
      const { length } = this.#rest;
      this.#take(records, this.#rest.lastIndexOf(lineFeed) + 1);
      if (this.#rest.length < length / 2) this.#isUnclosedAgain = false;
      else if (isRetry) this.#isUnclosedAgain = true;
      if (this.#rest.length <= maxRecordBytes) break;
      // If the lines after an unclosed quote also have one, parsing all of the rest after each of them would take quadratic time.
      if (this.#rest.includes(lineFeed)) this.#takeLines(records, this.#isUnclosedAgain ? this.#rest.length / 2 : 1);
      else this.#skipLine(records);
    }
    this.#parsedAgainAt = Math.min(2 * this.#rest.length, maxRecordBytes + 1);
    return records;
  }

  end(): CsvRecord[] {
    const records: CsvRecord[] = [];
    if (this.#rest.at(-1) === carriageReturn) this.#rest = this.#rest.subarray(0, -1);
    this.#take(records, this.#rest.length);
    if (this.#rest.length > 0) {
      this.#takeUnclosed(records, this.#rest.length);
      records.push({ ...required(records.pop()), isUnclosed: true });
    }
    return records;
  }

  /** Takes the complete records before `end`. A record with an open quote stays in `#rest`, because the next chunk may close it. */
  #take(records: CsvRecord[], end: number): void {
    if (end === 0) return;
    this.#separator ??= separatorIn(this.#rest.toString('utf8', 0, this.#endOfLine(0, end)));
    const splitEnd = this.#takeSplit(records, this.#separator, end);
    if (splitEnd < end) this.#takeParsed(records, end - splitEnd);
  }

  /** Takes lines up to the first one that cannot be split, and returns its offset. */
  #takeSplit(records: CsvRecord[], separator: string, end: number): number {
    let at = 0;
    while (at < end) {
      const lineEnd = this.#endOfLine(at, end);
      const text = this.#rest.toString('utf8', at, lineEnd);
      const line = lineEnd < end && text.endsWith('\r') ? text.slice(0, -1) : text;
      const values = splitLine(line, separator);
      if (values === null) break;
      if (line !== '') records.push({ line: this.#line, values });
      this.#line++;
      at = lineEnd + 1;
    }
    at = Math.min(at, end);
    this.#rest = this.#rest.subarray(at);
    return at;
  }

  #takeParsed(records: CsvRecord[], end: number): void {
    const text = this.#rest.subarray(0, end);
    let taken = 0;
    const onRecord = (values: string[], bytes: number) => {
      records.push({ line: this.#countLines(text.subarray(taken, bytes)), values });
      taken = bytes;
    };
    const isComplete = parseRecords(text, optionsFor(this.#separator), onRecord);
    if (isComplete) this.#countLines(text.subarray(taken));
    this.#rest = this.#rest.subarray(isComplete ? end : taken);
  }

  /** Returns the offset of the line feed at or after `from`, or `end`. */
  #endOfLine(from: number, end: number): number {
    const lineEnd = this.#rest.indexOf(lineFeed, from);
    return lineEnd < 0 || lineEnd > end ? end : lineEnd;
  }

  /** Takes at least `bytes` of the text, but only complete lines. A quote that is open at the end of a line ends there. */
  #takeLines(records: CsvRecord[], bytes: number): void {
    const remaining = this.#rest.length - bytes;
    while (this.#rest.length > remaining && this.#rest.includes(lineFeed)) {
      const end = this.#rest.indexOf(lineFeed) + 1;
      if (this.#takeSplit(records, this.#separator ?? ',', end) === 0) this.#takeUnclosed(records, end);
    }
  }

  /** Takes the text before `end` as one record, although its quote is not closed, so that the following lines can be read. */
  #takeUnclosed(records: CsvRecord[], end: number): void {
    const text = this.#rest.subarray(0, end);
    // Empty lines before the record are only counted.
    const record = text.toString().replace(/^[\r\n]+/, '');
    const closed = `${end < this.#rest.length ? record.trimEnd() : record}"`;
    records.push({ line: this.#countLines(text), values: splitLine(closed, this.#separator ?? ',') ?? [] });
    this.#rest = this.#rest.subarray(end);
  }

  /** Skips an overlong line, which could fill the memory. The line becomes a record without values. */
  #skipLine(records: CsvRecord[]): void {
    records.push({ line: this.#line, values: [] });
    this.#rest = Buffer.alloc(0);
    this.#isSkipping = true;
  }

  /** Advances over a record and the empty lines before it, and returns the line on which the record starts. */
  #countLines(text: Buffer): number {
    let at = 0;
    let begin = this.#line;
    for (; text[at] === lineFeed || (text[at] === carriageReturn && text[at + 1] === lineFeed); at++) {
      if (text[at] === lineFeed) begin++;
    }
    this.#line = begin;
    for (let lineEnd = text.indexOf(lineFeed, at); lineEnd >= 0; lineEnd = text.indexOf(lineFeed, lineEnd + 1)) this.#line++;
    return begin;
  }
}

/** Returns the fields of a line, or null if a quote is open at its end. As in csv-parse, a field with text after its closing quote keeps its quotes. */
function splitLine(line: string, separator: string): string[] | null {
  if (!line.includes('"')) return line.split(separator);
  const values: string[] = [];
  for (let index = 0; ; ) {
    const isQuoted = line[index] === '"';
    const close = isQuoted ? endOfQuoted(line, index) : index;
    if (close < 0) return null;
    const found = line.indexOf(separator, close);
    const end = found < 0 ? line.length : found;
    if (isQuoted) {
      const value = line.slice(index + 1, close - 1).replaceAll('""', '"');
      values.push(close === end ? value : `"${value}"${line.slice(close, end)}`);
    } else values.push(line.slice(index, end));
    if (found < 0) return values;
    index = end + separator.length;
  }
}

/** Returns the offset after the closing quote of the field at `at`, or -1. A doubled quote does not close the field. */
function endOfQuoted(line: string, at: number): number {
  let close = line.indexOf('"', at + 1);
  while (close >= 0 && line[close + 1] === '"') close = line.indexOf('"', close + 2);
  return close < 0 ? -1 : close + 1;
}

const separators = [',', ';', '\t', '|'];

/** Returns the separator that occurs most often outside quotes. */
function separatorIn(line: string): string {
  const counts = new Map(separators.map((separator) => [separator, 0]));
  let isQuoted = false;
  for (const character of line) {
    const count = counts.get(character);
    if (character === '"') isQuoted = !isQuoted;
    else if (count !== undefined && !isQuoted) counts.set(character, count + 1);
  }
  return firstOf([...counts].sort(([, a], [, b]) => b - a))[0];
}

function optionsFor(separator: string | null): Options {
  return {
    delimiter: separator ?? ',',
    record_delimiter: ['\n', '\r\n'],
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
  };
}

/** Returns whether the text ended outside quotes. `onRecord` gets the number of bytes up to the end of the record. */
function parseRecords(text: Buffer, options: Options, onRecord: (values: string[], bytes: number) => void): boolean {
  try {
    parse(text, {
      ...options,
      on_record: (values: string[], { bytes }) => {
        onRecord(values, bytes);
        return null;
      },
    });
    return true;
  } catch (error) {
    if (error instanceof CsvError && error.code === 'CSV_QUOTE_NOT_CLOSED') return false;
    throw error;
  }
}
