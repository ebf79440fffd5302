import { isUuid } from '../../lib/is-uuid.ts';
import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';
import { decodeText } from './decode-text.ts';
import type { ColumnMapping } from './formats/translate-records.ts';
import type { ImportKind } from './import-kinds.ts';
import type { ImportRecord, RefusedRecord, SharedDomain } from './import-record.ts';
import type { Written } from './importer.ts';
import { readRecords } from './read-records.ts';

type ImportStatus = 'checking' | 'checked' | 'running' | 'done' | 'failed';

/** One of the first lines of the file, with the expected result of importing it. */
export type PreviewRow = { line: number; values: Record<string, string>; written?: Written; reasons?: string[] };

export type ImportPreview = {
  /** The columns of the file before they were mapped or translated. */
  fileColumns: string[];
  /** Sample values of each of these columns; missing in previews stored by an earlier version. */
  samples?: Record<string, string[]>;
  /** The published directory that the file was recognized as, such as gleif. */
  format: string | null;
  /** The columns after they were mapped or translated. */
  columns: string[];
  /** Columns of the file that this kind of import does not read. */
  ignoredColumns: string[];
  /** Number of lines tested, and whether that is the whole file. */
  lines: number;
  isWhole: boolean;
  added: number;
  updated: number;
  refused: number;
  sharedDomains: SharedDomain[];
  rows: PreviewRow[];
  errors: RefusedRecord[];
};

/** A file uploaded through the web application. */
export type ImportFile = {
  id: string;
  kind: ImportKind;
  fileName: string;
  bytes: number;
  status: ImportStatus;
  preview: ImportPreview | null;
  /** Columns of the file by field; null if the columns are not mapped. */
  mapping: ColumnMapping | null;
  /** Error that makes the whole file unreadable. */
  fault: string | null;
  read: number;
  /** From 0 to 1; null if the number of lines is unknown. */
  progress: number | null;
  added: number;
  updated: number;
  refused: number;
  /** Columns and domains ignored, and domains merged by the run. */
  ignoredColumns: string[];
  sharedDomains: SharedDomain[];
  createdBy: string;
  createdAt: Date;
  endedAt: Date | null;
};

export const maxImportBytes = 20 * 1024 * 1024;
export const importRetentionDays = 30;

/** The name of an import's file in the file store. */
export function storedNameOf(importId: string): string {
  return `import-${importId}.csv`;
}

export function checkImportId(id: string): string {
  if (isUuid(id)) return id;
  throw noImport(id);
}

export function noImport(id: string): Problem {
  return new Problem('not_found', `There is no import ${JSON.stringify(id)}. Imports are kept for ${importRetentionDays} days.`);
}

/** Reads the records of a stored file; null if the file no longer exists. */
export async function readStoredRecords(ctx: Pick<Context, 'files'>, storedName: string): Promise<AsyncIterable<ImportRecord> | null> {
  const file = await ctx.files.open(storedName);
  if (file === null) return null;
  return readRecords(decodeText(file.read() as AsyncIterable<Uint8Array>));
}
