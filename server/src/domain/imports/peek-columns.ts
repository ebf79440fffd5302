import type { ImportRecord } from './import-record.ts';
import { shownText } from './shown-text.ts';

/** Number of records from which columns and sample values are taken; a record of JSON may lack columns that others have. */
const peekedRecords = 200;
/** Bounds memory use if many records are unreadable. */
const maxRead = 10_000;
/** Number of sample values of a column. */
const maxSamples = 3;
const maxSampleLength = 40;

type Peeked = {
  columns: string[];
  /** The first distinct values of each column. */
  samples: Record<string, string[]>;
  records: AsyncIterable<ImportRecord>;
};

/** Reads the columns of the first records and sample values. The returned records include those that were read for this. */
export async function peekColumns(records: AsyncIterable<ImportRecord>): Promise<Peeked> {
  const source = records[Symbol.asyncIterator]();
  const read: ImportRecord[] = [];
  const fields: Record<string, unknown>[] = [];
  while (fields.length < peekedRecords && read.length < maxRead) {
    const next = await source.next();
    if (next.done === true) break;
    read.push(next.value);
    if ('fields' in next.value) fields.push(next.value.fields);
  }
  const columns = [...new Set(fields.flatMap((values) => Object.keys(values)))];
  const samples = Object.fromEntries(columns.map((column) => [column, samplesOf(fields.map((values) => values[column]))]));
  return { columns, samples, records: { [Symbol.asyncIterator]: () => resume(read, source) } };
}

function samplesOf(values: readonly unknown[]): string[] {
  const texts = values.map((value) => (value === null || value === undefined ? '' : shownText(value, maxSampleLength)));
  return [...new Set(texts)].filter((text) => text.trim() !== '').slice(0, maxSamples);
}

async function* resume(read: readonly ImportRecord[], source: AsyncIterator<ImportRecord>): AsyncGenerator<ImportRecord> {
  try {
    yield* read;
    for (let next = await source.next(); next.done !== true; next = await source.next()) yield next.value;
  } finally {
    await source.return?.();
  }
}
