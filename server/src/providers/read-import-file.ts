import { createReadStream } from 'node:fs';
import type { ImportRecord } from '../domain/imports/import-record.ts';
import { readRecords } from '../domain/imports/read-records.ts';

/** Streams the records of a file. */
export function readImportFile(path: string): AsyncGenerator<ImportRecord> {
  return readRecords(createReadStream(path, { encoding: 'utf8' }));
}
