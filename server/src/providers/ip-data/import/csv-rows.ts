import { createReadStream, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { decodeText } from '../../../domain/imports/decode-text.ts';
import { repeatedColumnError } from '../../../domain/imports/repeated-column.ts';
import { firstOf } from '../../../lib/first-of.ts';
import { OperatorError } from '../../../lib/operator-error.ts';
import { type CsvRecord, readCsv } from '../../../lib/parse-csv.ts';
import type { Row } from '../adapters/adapter.ts';
import { columnsOfLines, notRecognized } from '../adapters/recognize.ts';
import { readWholeCsv } from './last-line.ts';
import { readUnpacked } from './source-file.ts';

export type SourceRow = { line: number; row: Row };
/** Rows come in batches, because each value that an asynchronous generator yields takes microseconds. */
export type RowSource = { fields: Set<string>; batches(): AsyncGenerator<Iterable<SourceRow>> };

/** Number of lines used to detect the columns of a file without a header. */
const sampledLines = 200;

type Csv = { path: string; name: string; columns: string[]; hasHeader: boolean };

/**
 * Reads one or several CSV files with the same columns. MaxMind's blocks are joined with their locations, which are found next
 * to them if not given.
 */
export async function csvRows(files: readonly { path: string; name: string; original: string }[]): Promise<RowSource> {
  const opened: (Csv & { original: string })[] = [];
  for (const file of files) opened.push({ ...(await openCsv(file.path, file.name)), original: file.original });
  const locations = opened.filter(isLocations);
  const blocks = opened.filter((csv) => !isLocations(csv));
  const [first] = blocks;
  if (first === undefined)
    throw new OperatorError(
      `${firstOf(opened).name} contains place names but no addresses. Import it together with the file of its address blocks.`,
    );
  const other = blocks.find(({ columns }) => !haveSameColumns(columns, first.columns));
  if (other !== undefined)
    throw new OperatorError(
      `${first.name} and ${other.name} have different columns. Nothing was imported: import the files of each database separately, such as "leadlight data import ${first.name}".`,
    );
  const needsLocations = first.columns.includes('registered_country_geoname_id') && !first.columns.includes('country_iso_code');
  const places = needsLocations ? await readLocations(bestLocations(first, locations) ?? (await findLocations(first))) : null;
  const fields = new Set([...first.columns, ...(places?.columns ?? [])].filter((column) => column !== ''));
  return {
    fields,
    batches: async function* () {
      for (const csv of blocks) yield* batchesOf(csv, places);
    },
  };
}

function haveSameColumns(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((column) => b.includes(column));
}

const isLocations = ({ columns }: Csv) => columns.includes('geoname_id') && columns.includes('locale_code');

async function openCsv(path: string, name: string): Promise<Csv> {
  const lines: string[][] = [];
  for await (const { values } of readCsv(decodeText(readUnpacked(path, name)), null)) {
    lines.push(values.map((value) => value.trim()));
    if (lines.length > sampledLines) break;
  }
  const [first] = lines;
  if (first === undefined) throw new OperatorError(`${name} is empty.`);
  if (first.every((value) => /^[A-Za-z][A-Za-z0-9_ .-]*$/.test(value))) {
    const columns = first.map((value) => value.toLowerCase().replaceAll(' ', '_'));
    const fault = repeatedColumnError(columns);
    if (fault !== null) throw new OperatorError(fault);
    return { path, name, columns, hasHeader: true };
  }
  const columns = columnsOfLines(lines);
  if (columns === null)
    throw notRecognized(
      name,
      first.map((value, index) => `column ${index + 1} such as "${value.slice(0, 30)}"`),
    );
  return { path, name, columns, hasHeader: false };
}

async function* batchesOf({ path, name, columns, hasHeader }: Csv, places: Places | null): AsyncGenerator<SourceRow[]> {
  const indexes = new Map(columns.map((column, index) => [column, index]));
  const rowOf = ({ line, values }: CsvRecord): SourceRow => {
    const blockRow: Row = (field) => {
      const index = indexes.get(field);
      return index === undefined ? undefined : values[index];
    };
    return { line, row: places === null ? blockRow : withPlace(blockRow, places) };
  };
  const text = decodeText(createReadStream(path, { highWaterMark: 1 << 18 }));
  for await (const chunk of readWholeCsv(text, { name, columns, hasHeader }))
    yield (hasHeader && chunk[0]?.line === 1 ? chunk.slice(1) : chunk).map(rowOf);
}

type Places = { columns: string[]; byId: Map<string, string[]>; indexes: Map<string, number> };

async function readLocations(csv: Csv): Promise<Places> {
  const { path, name, columns } = csv;
  const byId = new Map<string, string[]>();
  const idAt = columns.indexOf('geoname_id');
  for await (const records of readWholeCsv(decodeText(readUnpacked(path, name)), csv)) {
    for (const { line, values } of records) {
      const id = values[idAt];
      if (line > 1 && id !== undefined) byId.set(id, values);
    }
  }
  return { columns, byId, indexes: new Map(columns.map((column, index) => [column, index])) };
}

function withPlace(blockRow: Row, { byId, indexes }: Places): Row {
  const id = String(blockRow('geoname_id') || blockRow('registered_country_geoname_id') || '');
  const place = byId.get(id);
  return (field) => {
    const index = indexes.get(field);
    return blockRow(field) ?? (index === undefined ? undefined : place?.[index]);
  };
}

/** Selects, from several files with place names, the one of the same database. */
function bestLocations({ original }: { original: string }, locations: readonly Csv[]): Csv | undefined {
  const [best] = sortByFit(
    original,
    locations.map(({ name }) => name),
  );
  return locations.find(({ name }) => name === best);
}

function sortByFit(blocks: string, locations: readonly string[]): string[] {
  const stem = firstOf(basename(blocks).toLowerCase().split('-blocks'));
  const rank = (file: string) => (file.toLowerCase().startsWith(stem) ? 0 : 2) + (/-en\.csv(\.gz)?$/i.test(file) ? 0 : 1);
  return locations.toSorted((left, right) => rank(left) - rank(right) || (left < right ? -1 : 1));
}

/** Finds the file with the place names next to the file of the blocks. Prefers English names, as in the rest of the data. */
async function findLocations({ original, name }: Csv & { original: string }): Promise<Csv> {
  const folder = dirname(original);
  const candidates = readdirSync(folder).filter((file) => /locations/i.test(file) && /\.csv(\.gz)?$/i.test(file));
  for (const candidate of sortByFit(original, candidates)) {
    const csv = await openCsv(join(folder, candidate), candidate);
    if (isLocations(csv)) return csv;
  }
  throw new OperatorError(
    `${name} refers to places by number. Put the file with their names next to it (such as GeoLite2-City-Locations-en.csv), or import both: leadlight data import BLOCKS LOCATIONS.`,
  );
}
