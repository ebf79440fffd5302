import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';
import type { CompanyFormat } from './formats/company-format.ts';
import {
  type ColumnMapping,
  companyFormats,
  getFormat,
  mapRecords,
  parseMapping,
  recognizeFormat,
  translateRecords,
} from './formats/translate-records.ts';
import { getImportProfile, saveImportProfile } from './import-profiles.ts';
import type { ImportRecord } from './import-record.ts';
import type { Importer } from './importer.ts';
import { importerColumns } from './importer-columns.ts';
import { peekColumns } from './peek-columns.ts';

export type OpenOptions = { format?: string; map?: string; profile?: string; saveProfile?: string; ignoreUnknownColumns?: boolean };

/** Number of records that are searched for mapped columns. It bounds the time until a typo is reported. */
const searchedRecords = 100_000;

type Opened = { records: AsyncIterable<ImportRecord>; format: string | null; mapping: ColumnMapping | null };

/**
 * Opens a file for an importer: with a mapping of its columns, as a published directory that is recognized by its columns, or without
 * any translation.
 */
export async function openImport(
  ctx: Context,
  importer: Pick<Importer<unknown>, 'name' | 'read'>,
  read: () => AsyncIterable<ImportRecord>,
  options: OpenOptions,
): Promise<Opened> {
  const ownColumns = importerColumns(importer);
  const mapping = await resolveMapping(ctx, importer.name, ownColumns, options);
  if (mapping !== null) {
    const { columns, records } = await peekColumns(read());
    await requireColumns(mapping, columns, read);
    return { records: mapRecords(records, mapping), format: null, mapping };
  }
  if (importer.name !== 'companies') {
    if (options.format !== undefined) throw new Problem('invalid_input', '--format is for imports of companies.');
    return { records: read(), format: null, mapping };
  }
  const { columns, records } = await peekColumns(read());
  const format = options.format === undefined ? recognizeFormat(columns, ownColumns) : getFormat(options.format);
  if (format !== null) {
    requireColumnsOf(format, columns);
    return { records: translateRecords(records, format), format: format.name, mapping };
  }
  const unknown = columns.filter((column) => !ownColumns.includes(column));
  const similar = unknown.length > 0 && !options.ignoreUnknownColumns ? similarFormat(columns) : null;
  if (similar !== null) throw similar;
  if (unknown.length > 0 && !options.ignoreUnknownColumns && !ownColumns.some((column) => columns.includes(column)))
    throw unrecognized(columns, ownColumns);
  return { records, format: null, mapping };
}

/** Rejects a file with none of the columns of the given format. All its records would be skipped silently. */
function requireColumnsOf({ title, columns: expected }: CompanyFormat, columns: readonly string[]): void {
  const names = columns.map((column) => column.toLowerCase());
  if (columns.length > 0 && !expected.some((column) => names.includes(column)))
    throw new Problem(
      'invalid_input',
      `The file is not ${title}: it has none of the columns ${expected.join(', ')}. Its columns: ${columns.join(', ')}.`,
    );
}

/** A file with this share of a format's columns is probably an unsupported variant of it, such as ROR's CSV. */
const similarShare = 0.6;
/** Columns that also occur in exports of other programs. A similar file must have at least two others. */
const commonColumns = new Set(['id', 'name', 'website', 'industry', 'size', 'linkedin_url', 'item']);

function similarFormat(columns: readonly string[]): Problem | null {
  const names = columns.map((column) => column.toLowerCase());
  const isSimilar = ({ columns: expected }: CompanyFormat) => {
    const found = expected.filter((column) => names.includes(column));
    return found.length >= similarShare * expected.length && found.filter((column) => !commonColumns.has(column)).length > 1;
  };
  const format = companyFormats.find(isSimilar);
  if (format === undefined) return null;
  const missing = format.columns.filter((column) => !names.includes(column));
  return new Problem(
    'invalid_input',
    `The file resembles ${format.title}, but has no column ${missing.join(', ')}. Use the file described in docs/directory.md, or name its columns with --map.`,
  );
}

/** Combines the saved profile with `--map`, which takes precedence, and saves the result with `--save-profile`. */
async function resolveMapping(
  ctx: Context,
  kind: string,
  ownColumns: readonly string[],
  options: OpenOptions,
): Promise<ColumnMapping | null> {
  const saved = options.profile === undefined ? null : await getImportProfile(ctx, kind, options.profile);
  const optionMapping = options.map === undefined ? null : parseMapping(options.map, ownColumns);
  const mapping = saved === null && optionMapping === null ? null : { ...saved, ...optionMapping };
  if (options.saveProfile !== undefined) {
    if (mapping === null) throw new Problem('invalid_input', '--save-profile needs a mapping: add --map.');
    await saveImportProfile(ctx, kind, options.saveProfile, mapping);
  }
  return mapping;
}

/** Rejects a mapping of columns that the file does not have. Columns that the first records lack are looked for in later ones. */
async function requireColumns(mapping: ColumnMapping, columns: readonly string[], read: () => AsyncIterable<ImportRecord>): Promise<void> {
  const missing = new Map(Object.values(mapping).map((column) => [column.toLowerCase(), column]));
  const found = (names: readonly string[]) => {
    for (const name of names) missing.delete(name.toLowerCase());
    return missing.size === 0;
  };
  // A file without records is rejected later.
  if (columns.length === 0 || found(columns)) return;
  let searched = 0;
  for await (const record of read()) {
    if ('fields' in record && found(Object.keys(record.fields))) return;
    if (++searched === searchedRecords) break;
  }
  const names = [...missing.values()].map((column) => `"${column}"`).join(', ');
  throw new Problem('invalid_input', `The file has no column ${names}. Its columns: ${columns.join(', ')}.`);
}

function unrecognized(columns: readonly string[], ownColumns: readonly string[]): Problem {
  const formats = companyFormats.map(({ title, columns: expected }) => `${title} (${expected.join(', ')})`);
  return new Problem(
    'invalid_input',
    `The file was not recognized. Its columns: ${columns.join(', ')}. Expected: ${ownColumns.join(', ')}; or the columns of ${formats.join('; ')}. Name the columns with --map, such as --map name=Firma,domain=Webseite.`,
  );
}
