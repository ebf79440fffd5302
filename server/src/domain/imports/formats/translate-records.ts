import { Problem } from '../../problem.ts';
import type { ImportRecord } from '../import-record.ts';
import type { CompanyFormat } from './company-format.ts';
import { gleif, gleifRelationships } from './gleif.ts';
import { bigPicture, companiesHouse, peopleDataLabs } from './registers.ts';
import { ror, wikidata } from './research.ts';

/** The most specific format comes first, because the first match is used. */
export const companyFormats: readonly CompanyFormat[] = [
  gleif,
  gleifRelationships,
  companiesHouse,
  ror,
  wikidata,
  bigPicture,
  peopleDataLabs,
];

export type ColumnMapping = Record<string, string>;

/** Recognizes a published format by the columns of a file; null for unknown formats and for files with only Leadlight's own columns. */
export function recognizeFormat(columns: readonly string[], ownColumns: readonly string[]): CompanyFormat | null {
  if (columns.every((column) => ownColumns.includes(column))) return null;
  const names = new Set(columns.map((column) => column.toLowerCase()));
  return companyFormats.find((format) => format.columns.every((column) => names.has(column))) ?? null;
}

export function getFormat(name: string): CompanyFormat {
  const format = companyFormats.find((one) => one.name === name);
  if (format === undefined)
    throw new Problem('invalid_input', `There is no format "${name}": choose from ${companyFormats.map((one) => one.name).join(', ')}.`);
  return format;
}

/** Parses a mapping such as `name=Company,domain=Website`: a field of the import, then the column of the file. */
export function parseMapping(text: string, knownFields: readonly string[]): ColumnMapping {
  const mapping: ColumnMapping = {};
  // A comma may be part of the name of a column: it only separates if another field follows.
  for (const pair of text.split(/,(?=\s*(?:\w[\w ]*=|$|,))/).filter((part) => part.trim() !== '')) {
    const [field = '', ...column] = pair.split('=');
    const [name, from] = [field.trim(), column.join('=').trim()];
    if (from === '') throw new Problem('invalid_input', `"${pair}" is not a mapping: write field=column, such as name=Company.`);
    if (!knownFields.includes(name)) throw new Problem('invalid_input', `There is no field "${name}". Fields: ${knownFields.join(', ')}.`);
    if (name in mapping)
      throw new Problem(
        'invalid_input',
        `The field "${name}" is mapped to two columns: "${mapping[name]}" and "${from}". Keep one of them.`,
      );
    mapping[name] = from;
  }
  return mapping;
}

/** Renames the columns of the file to fields of the import. Columns that are not mapped are left out. */
export async function* mapRecords(records: AsyncIterable<ImportRecord>, mapping: ColumnMapping): AsyncGenerator<ImportRecord> {
  for await (const record of records) {
    if ('fault' in record) {
      yield record;
      continue;
    }
    const byName = new Map(Object.entries(record.fields).map(([name, value]) => [name.toLowerCase(), value]));
    const fields = Object.entries(mapping).map(([field, column]) => [field, byName.get(column.toLowerCase())]);
    yield { line: record.line, fields: Object.fromEntries(fields) };
  }
}

/** Translates records of a published directory to those of a company import. Records that are not companies are left out. */
export async function* translateRecords(records: AsyncIterable<ImportRecord>, format: CompanyFormat): AsyncGenerator<ImportRecord> {
  const { isGroupOptional = false } = format;
  const source = format.hasNoDomains ? 'register' : 'directory';
  for await (const record of records) {
    if ('fault' in record) yield record;
    else {
      const fields = format.translate(record.fields);
      if (fields !== null) yield { line: record.line, fields, isGroupOptional, source };
    }
  }
}
