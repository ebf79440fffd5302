export type CsvRecord = {
  /** The line of the file on which the record begins, counted from 1, for messages to whoever wrote it. */
  line: number;
  values: string[];
};

const maxRecordLength = 1_000_000;

/**
 * Reads RFC 4180 text piece by piece: quoted fields may hold commas, line breaks and doubled quotes.
 * Lines without any character are skipped.
 */
export async function* readCsv(chunks: AsyncIterable<string> | Iterable<string>, separator = ','): AsyncGenerator<CsvRecord> {
  const parser = new CsvParser(separator);
  for await (const chunk of chunks) yield* parser.push(chunk);
  yield* parser.end();
}

/** The same for text that is already in memory. */
export function parseCsv(text: string, separator = ','): CsvRecord[] {
  const parser = new CsvParser(separator);
  return [...parser.push(text), ...parser.end()];
}

class CsvParser {
  readonly #separator: string;
  #rest = '';
  #line = 1;
  #first = true;

  constructor(separator: string) {
    this.#separator = separator;
  }

  /** Only whole records leave the parser: what follows the last line break outside quotes waits for the next chunk. */
  push(chunk: string): CsvRecord[] {
    let text = this.#rest + chunk;
    if (this.#first && text.length > 0) {
      this.#first = false;
      if (text.charCodeAt(0) === 0xfeff) text = text.slice(1);
    }
    const records: CsvRecord[] = [];
    let position = 0;
    for (;;) {
      let end = endOfRecord(text, position, this.#separator);
      // A quote that somebody forgot to close costs its own line, not the rest of the file.
      if (end < 0 && text.length - position > maxRecordLength) end = text.indexOf('\n', position);
      if (end < 0) break;
      this.#add(records, text.slice(position, end));
      position = end + 1;
    }
    this.#rest = text.slice(position);
    return records;
  }

  end(): CsvRecord[] {
    const records: CsvRecord[] = [];
    if (this.#rest !== '') this.#add(records, this.#rest);
    this.#rest = '';
    return records;
  }

  #add(records: CsvRecord[], raw: string): void {
    const text = raw.endsWith('\r') ? raw.slice(0, -1) : raw;
    if (text !== '') records.push({ line: this.#line, values: splitRecord(text, this.#separator) });
    this.#line += 1 + countLineBreaks(raw);
  }
}

/** The position of the line feed that ends the record, or -1 while it is not there yet. */
function endOfRecord(text: string, from: number, separator: string): number {
  let feed = text.indexOf('\n', from);
  let quote = quoteBefore(text, from, feed);
  while (quote >= 0) {
    const opens = quote === from || text[quote - 1] === separator;
    const closing = opens ? closingQuote(text, quote + 1) : quote;
    if (closing < 0) return -1;
    if (closing > feed) feed = text.indexOf('\n', closing);
    quote = quoteBefore(text, closing + 1, feed);
  }
  return feed;
}

/** Looks no further than the line feed: a search to the end of the text for every line would take forever. */
function quoteBefore(text: string, from: number, feed: number): number {
  if (feed < 0) return -1;
  const offset = text.slice(from, feed).indexOf('"');
  return offset < 0 ? -1 : from + offset;
}

function closingQuote(text: string, from: number): number {
  let quote = text.indexOf('"', from);
  while (quote >= 0 && text[quote + 1] === '"') quote = text.indexOf('"', quote + 2);
  return quote;
}

function splitRecord(text: string, separator: string): string[] {
  if (!text.includes('"')) return text.split(separator);
  const values: string[] = [];
  let position = 0;
  for (;;) {
    if (text[position] === '"') {
      const closing = closingQuote(text, position + 1);
      const end = closing < 0 ? text.length : closing;
      const next = text.indexOf(separator, end);
      // Text between the closing quote and the separator is not valid, but losing it would be worse than keeping it.
      const tail = text.slice(end + 1, next < 0 ? text.length : next);
      values.push(text.slice(position + 1, end).replaceAll('""', '"') + tail);
      if (next < 0) return values;
      position = next + 1;
    } else {
      const next = text.indexOf(separator, position);
      values.push(text.slice(position, next < 0 ? text.length : next));
      if (next < 0) return values;
      position = next + 1;
    }
  }
}

function countLineBreaks(text: string): number {
  let count = 0;
  for (let index = text.indexOf('\n'); index >= 0; index = text.indexOf('\n', index + 1)) count++;
  return count;
}
