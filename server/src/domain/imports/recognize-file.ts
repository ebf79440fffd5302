import { type ColumnMapping, mapRecords, recognizeFormat, translateRecords } from './formats/translate-records.ts';
import { columnsOf, type ImportKind } from './import-kinds.ts';
import type { ImportRecord } from './import-record.ts';
import { peekColumns } from './peek-columns.ts';

/** An uploaded file, mapped or translated to the fields of its kind of import. */
export type RecognizedFile = {
  records: AsyncIterable<ImportRecord>;
  /** The columns of the file itself, before they are mapped or translated. */
  fileColumns: string[];
  /** Sample values of each of these columns. */
  samples: Record<string, string[]>;
  /** The published directory that the file was recognized as; null for any other file. */
  format: string | null;
};

/** Applies the user's mapping of the columns; without one, recognizes published directories by their columns. */
export async function recognizeFile(
  stored: AsyncIterable<ImportRecord>,
  kind: ImportKind,
  mapping: ColumnMapping | null,
): Promise<RecognizedFile> {
  const { columns: fileColumns, samples, records } = await peekColumns(stored);
  if (mapping !== null) return { records: mapRecords(records, mapping), fileColumns, samples, format: null };
  const format = kind === 'companies' ? recognizeFormat(fileColumns, columnsOf(kind)) : null;
  if (format === null) return { records, fileColumns, samples, format: null };
  return { records: translateRecords(records, format), fileColumns, samples, format: format.name };
}
