import { CsvError, type Options, parse } from 'csv-parse/sync';

export type CsvRecord = {
  /** Line number on which the record starts, from 1, for error messages. */
  line: number;
  values: string[];
};

const maxRecordBytes = 1_000_000;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const byteOrderMark = Buffer.from('\ufeff');

/** Parses RFC 4180 text in chunks: quoted fields may contain separators, line breaks and doubled quotes. Empty lines are skipped. */
export async function* readCsv(chunks: AsyncIterable<string> | Iterable<string>, separator = ','): AsyncGenerator<CsvRecord> {
  const parser = new ChunkParser(separator);
  for await (const chunk of chunks) yield* parser.push(chunk);
  yield* parser.end();
}

/** Like `readCsv`, for text in memory. */
export function parseCsv(text: string, separator = ','): CsvRecord[] {
  const parser = new ChunkParser(separator);
  return [...parser.push(text), ...parser.end()];
}

/** Feeds whole lines to csv-parse, counts lines, and limits the damage of an unclosed quote. */
class ChunkParser {
  readonly #options: Options;
  #rest = Buffer.alloc(0);
  #line = 1;
  #isFirst = true;

  constructor(separator: string) {
    this.#options = {
      delimiter: separator,
      record_delimiter: ['\n', '\r\n'],
      relax_quotes: true,
      relax_column_count: true,
      skip_empty_lines: true,
    };
  }

  push(chunk: string): CsvRecord[] {
    this.#rest = Buffer.concat([this.#rest, Buffer.from(chunk)]);
    if (this.#isFirst && this.#rest.length > 0) {
      this.#isFirst = false;
      if (this.#rest.indexOf(byteOrderMark) === 0) this.#rest = this.#rest.subarray(byteOrderMark.length);
    }
    const records: CsvRecord[] = [];
    for (;;) {
      this.#take(records, this.#rest.lastIndexOf(lineFeed) + 1);
      const end = this.#rest.length > maxRecordBytes ? this.#rest.indexOf(lineFeed) + 1 : 0;
      if (end === 0) return records;
      this.#takeUnclosed(records, end);
    }
  }

  end(): CsvRecord[] {
    const records: CsvRecord[] = [];
    if (this.#rest.at(-1) === carriageReturn) this.#rest = this.#rest.subarray(0, -1);
    this.#take(records, this.#rest.length);
    if (this.#rest.length > 0) this.#takeUnclosed(records, this.#rest.length);
    return records;
  }

  /** Takes the complete records before `end`. A record with an open quote stays, because the next chunk may close it. */
  #take(records: CsvRecord[], end: number): void {
    const text = this.#rest.subarray(0, end);
    let taken = 0;
    const onRecord = (values: string[], bytes: number) => {
      records.push({ line: this.#countLines(text.subarray(taken, bytes)), values });
      taken = bytes;
    };
    const isComplete = parseRecords(text, this.#options, onRecord);
    if (isComplete) this.#countLines(text.subarray(taken));
    this.#rest = this.#rest.subarray(isComplete ? end : taken);
  }

  /** An unclosed quote costs its own line, not the rest of the file. */
  #takeUnclosed(records: CsvRecord[], end: number): void {
    const text = this.#rest.subarray(0, end);
    const [values = []] = parse(`${end < this.#rest.length ? text.toString().trimEnd() : text}"`, this.#options);
    records.push({ line: this.#countLines(text), values });
    this.#rest = this.#rest.subarray(end);
  }

  /** Advances over a record and the empty lines before it, and returns the line on which the record starts. */
  #countLines(text: Buffer): number {
    let at = 0;
    let begin = this.#line;
    for (; text[at] === lineFeed || (text[at] === carriageReturn && text[at + 1] === lineFeed); at++) {
      if (text[at] === lineFeed) begin++;
    }
    this.#line = begin;
    for (let feed = text.indexOf(lineFeed, at); feed >= 0; feed = text.indexOf(lineFeed, feed + 1)) this.#line++;
    return begin;
  }
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
