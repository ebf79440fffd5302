import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { ImportRecord } from '../domain/imports/import-record.ts';
import { readCsv } from '../lib/csv.ts';

/** Reads CSV with a heading line, or JSON lines: whichever the first character says. */
export async function* readImportFile(path: string): AsyncGenerator<ImportRecord> {
  yield* (await firstCharacter(path)) === '{' ? readJsonLines(path) : readTable(path);
}

async function firstCharacter(path: string): Promise<string> {
  for await (const chunk of createReadStream(path, { encoding: 'utf8', end: 4096 })) {
    return (chunk as string).replace(/^\ufeff/, '').trimStart()[0] ?? '';
  }
  return '';
}

async function* readTable(path: string): AsyncGenerator<ImportRecord> {
  let columns: string[] | null = null;
  for await (const { line, values } of readCsv(createReadStream(path, { encoding: 'utf8' }))) {
    if (columns === null) {
      columns = values.map((name) => name.trim().toLowerCase());
      continue;
    }
    if (values.length !== columns.length) {
      yield { line, fault: `it has ${values.length} fields, and the heading has ${columns.length}` };
      continue;
    }
    yield { line, fields: Object.fromEntries(columns.map((name, index) => [name, values[index]])) };
  }
}

async function* readJsonLines(path: string): AsyncGenerator<ImportRecord> {
  let line = 0;
  for await (const text of createInterface({ input: createReadStream(path, { encoding: 'utf8' }), crlfDelay: Number.POSITIVE_INFINITY })) {
    line++;
    const bare = text.replace(/^\ufeff/, '').trim();
    if (bare === '') continue;
    yield readJsonLine(line, bare);
  }
}

function readJsonLine(line: number, text: string): ImportRecord {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { line, fields: value as Record<string, unknown> };
    return { line, fault: 'it is not a JSON object' };
  } catch {
    return { line, fault: 'it is not valid JSON' };
  }
}
