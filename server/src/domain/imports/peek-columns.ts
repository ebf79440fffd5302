import type { ImportRecord } from './import-record.ts';

/** Reads the columns of the first record, and returns all records including those that were read for it. */
export async function peekColumns(
  records: AsyncIterable<ImportRecord>,
): Promise<{ columns: string[]; records: AsyncIterable<ImportRecord> }> {
  const source = records[Symbol.asyncIterator]();
  const read: ImportRecord[] = [];
  let columns: string[] = [];
  for (let next = await source.next(); next.done !== true; next = await source.next()) {
    read.push(next.value);
    if (!('fields' in next.value)) continue;
    columns = Object.keys(next.value.fields);
    break;
  }
  return { columns, records: { [Symbol.asyncIterator]: () => resume(read, source) } };
}

async function* resume(read: readonly ImportRecord[], source: AsyncIterator<ImportRecord>): AsyncGenerator<ImportRecord> {
  try {
    yield* read;
    for (let next = await source.next(); next.done !== true; next = await source.next()) yield next.value;
  } finally {
    await source.return?.();
  }
}
