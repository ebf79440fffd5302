import { createReadStream, readFileSync, statSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { OperatorError } from '../../../lib/operator-error.ts';
import type { RowSource, SourceRow } from './csv-rows.ts';
import { collectFields, nestedRow } from './nested-row.ts';

/** Maximum size of a file with a single JSON value, which must be read as a whole. */
const maxWholeBytes = 256_000_000;
const sampledRecords = 1000;

/** Reads the records of a file: one JSON object per line, an array of objects, or a single object. */
export async function jsonRows(path: string, name: string): Promise<RowSource> {
  const whole = (await isJsonLines(path)) ? null : wholeRecords(path, name);
  const batches = async function* (): AsyncGenerator<SourceRow[]> {
    if (whole !== null) yield whole.map((record, index) => ({ line: index + 1, row: nestedRow(record) }));
    else for await (const { line, record } of linesOf(path, name)) yield [{ line, row: nestedRow(record) }];
  };
  const fields = new Set<string>();
  let count = 0;
  if (whole !== null) for (const record of whole.slice(0, sampledRecords)) collectFields(record, fields);
  else
    for await (const { record } of linesOf(path, name)) {
      collectFields(record, fields);
      if (++count >= sampledRecords) break;
    }
  return { fields, batches };
}

async function isJsonLines(path: string): Promise<boolean> {
  for await (const line of createInterface({ input: createReadStream(path, 'utf8') })) {
    if (line.trim() === '') continue;
    try {
      const value: unknown = JSON.parse(line.trim());
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    } catch {
      return false;
    }
  }
  return false;
}

async function* linesOf(path: string, name: string): AsyncGenerator<{ line: number; record: unknown }> {
  let line = 0;
  for await (const text of createInterface({ input: createReadStream(path, 'utf8'), crlfDelay: Number.POSITIVE_INFINITY })) {
    line++;
    if (text.trim() === '') continue;
    yield { line, record: parseJson(text, () => `${name} is damaged or truncated: line ${line} is not a JSON object.`) };
  }
}

function wholeRecords(path: string, name: string): unknown[] {
  if (statSync(path).size > maxWholeBytes)
    throw new OperatorError(`${name} is a single JSON value larger than 256 MB. Write one object per line ("jq -c '.[]'").`);
  const value = parseJson(readFileSync(path, 'utf8'), () => `${name} is not JSON, or truncated.`);
  return Array.isArray(value) ? value : [value];
}

function parseJson(text: string, problem: () => string): unknown {
  try {
    // Removes a byte order mark, which is not valid JSON.
    return JSON.parse(text.trim());
  } catch {
    throw new OperatorError(problem());
  }
}
