import { OperatorError } from '../../../lib/operator-error.ts';
import { type CsvRecord, readCsvChunks } from '../../../lib/parse-csv.ts';

type CsvShape = {
  name: string;
  columns: readonly string[];
  hasHeader: boolean;
};

/**
 * Reads the lines of a CSV file and rejects one that ends within its last line. A last line without a line break is complete if its quotes
 * are closed and it has as many values as the others; whether its last value is complete cannot be known.
 */
export async function* readWholeCsv(text: AsyncIterable<string>, csv: CsvShape): AsyncGenerator<CsvRecord[]> {
  let end = '';
  const watched = async function* () {
    for await (const chunk of text) {
      end = chunk.at(-1) ?? end;
      yield chunk;
    }
  };
  const lines = new Lines();
  for await (const records of readCsvChunks(watched(), null)) {
    lines.add(csv.hasHeader && records[0]?.line === 1 ? records.slice(1) : records);
    yield records;
  }
  const problem = lines.problem(csv, end === '\n' || end === '\r');
  if (problem !== null) throw new OperatorError(`${csv.name} is truncated: ${problem}`);
}

class Lines {
  #last: CsvRecord | null = null;
  /** Of all lines but the last. */
  #mostValues = 0;
  #hasEmptyEnd = false;

  add(records: readonly CsvRecord[]): void {
    for (const record of records) {
      // Spreadsheets save empty rows as separators.
      if (record.values.every((value) => value.trim() === '')) continue;
      const previous = this.#last?.values ?? [];
      if (previous.length > this.#mostValues) this.#mostValues = previous.length;
      if (previous.at(-1) === '') this.#hasEmptyEnd = true;
      this.#last = record;
    }
  }

  problem({ columns, hasHeader }: CsvShape, hasLineBreak: boolean): string | null {
    if (this.#last === null) return null;
    const { line, values, isUnclosed } = this.#last;
    // In the operator's own list of blocks, only the first column is required.
    const isOwn = columns[0] === 'cidr';
    const expected = isOwn ? this.#mostValues || (hasHeader ? columns.length : 0) : columns.length;
    const lacksValues = values.length < expected;
    if (hasLineBreak)
      return lacksValues && hasHeader && !isOwn ? `line ${line}, its last, has ${values.length} of ${expected} columns.` : null;
    if (isUnclosed) return `a quote in line ${line}, its last, is not closed.`;
    const endsWithSeparator = values.at(-1) === '' && this.#mostValues > 0 && !this.#hasEmptyEnd;
    return lacksValues || endsWithSeparator
      ? `line ${line}, its last, has ${endsWithSeparator ? values.length - 1 : values.length} of ${expected} columns and no line break. If it is complete, add a line break.`
      : null;
  }
}
