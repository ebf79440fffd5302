import { createReadStream } from 'node:fs';
import type { ImportRecord } from '../domain/imports/import-record.ts';
import { readRecords } from '../domain/imports/read-records.ts';

/** The records of a file, piece by piece. */
export function readImportFile(path: string): AsyncGenerator<ImportRecord> {
  return readRecords(createReadStream(path, { encoding: 'utf8' }));
}
