import { maxNameLength } from '../../../domain/identification/company-reference.ts';
import { firstOf } from '../../../lib/first-of.ts';
import { type IpRange, isImplausiblyLarge } from '../../../lib/ip-range.ts';
import { OperatorError } from '../../../lib/operator-error.ts';
import { type AddressRecord, addressFields, type Product, type Row } from '../adapters/adapter.ts';
import { adapters, notRecognized, recognizeProduct } from '../adapters/recognize.ts';
import { text } from '../adapters/row-values.ts';
import { BlockTable, blocksOfSections, sectionsOfBlocks } from '../blocks/block-table.ts';
import { BlockTableBuilder } from '../blocks/block-table-builder.ts';
import { companyAt, companyText } from '../blocks/company-record.ts';
import { readSectionFile, sectionFingerprint, writeSectionFile } from '../section-file.ts';
import { binRows } from './bin-rows.ts';
import { csvRows, type RowSource, type SourceRow } from './csv-rows.ts';
import { jsonRows } from './json-rows.ts';
import { nonEmpty, type RecordDatabase } from './mmdb-database.ts';
import { rangeOfRow } from './range-of-row.ts';
import { formatOf } from './source-file.ts';

export type RefusedLine = { line: number; reason: string };

/** Further rejected lines are only counted. */
const maxRefusedLines = 1000;
/** The first byte of JSON, which no country begins with. */
const openingBrace = 0x7b;
const tableFormat = 'import 2';

type Compiled = { product: Product; entries: number; refused: RefusedLine[]; refusedCount: number };

/** Compiles CSV, JSON and IP2Location's binary files into a table that opens within milliseconds. */
export async function compileTable(files: readonly { path: string; name: string; original: string }[], target: string): Promise<Compiled> {
  const { name } = firstOf(files);
  const source = await sourceOf(files);
  const product = recognizeProduct(name, source.fields);
  if (!addressFields.some((field) => source.fields.has(field))) throw notRecognized(name, source.fields);
  const builder = new BlockTableBuilder();
  const refused: RefusedLine[] = [];
  let refusedCount = 0;
  let entries = 0;
  const add = ({ line, row }: SourceRow) => {
    const range = rangeOfRow(row);
    const record = range === null ? null : nonEmpty(product.read(row));
    const reason = range === null ? addressProblem(row) : recordProblem(product, row, range, record);
    if (reason !== null) {
      refusedCount++;
      if (refused.length < maxRefusedLines) refused.push({ line, reason });
    } else entries++;
    if (reason === null && range !== null && record !== null) builder.add(range, builder.records.add(encodeRecord(record)));
  };
  for await (const batch of source.batches()) for (const row of batch) add(row);
  if (entries === 0) throw new OperatorError(`${name} contains no line with readable addresses.`);
  if (refusedCount > entries)
    throw new OperatorError(
      `Most lines of ${name} cannot be read, such as line ${firstOf(refused).line}: ${firstOf(refused).reason}. Nothing was imported.`,
    );
  writeSectionFile(target, tableFingerprint(product), sectionsOfBlocks(builder.build()));
  return { product, entries, refused, refusedCount };
}

export function tableFingerprint({ name }: Product): string {
  return `${tableFormat} ${name}`;
}

export async function openTable(path: string, name: string): Promise<RecordDatabase> {
  const fingerprint = sectionFingerprint(path) ?? '';
  const product = adapters.flatMap(({ products }) => products).find((candidate) => tableFingerprint(candidate) === fingerprint);
  const sections = product === undefined ? null : await readSectionFile(path, fingerprint);
  const blocks = sections === null ? null : blocksOfSections(sections);
  if (product === undefined || blocks === null)
    throw new OperatorError(`${name} was damaged, or written by another version: import it again.`);
  const table = new BlockTable(blocks);
  const decode = (position: number) => (position === 0 ? null : table.recordAt(position, decodeRecord));
  return {
    product,
    find: (address) => decode(table.positionOf(address)),
    findInBlock: (block) => {
      const position = table.positionInBlock(block);
      return position === 'differs' ? position : decode(position);
    },
  };
}

/** A record with only a company is stored in the compact form of the registries' table, all others as JSON. */
export function encodeRecord(record: AddressRecord): Buffer {
  const { company, ...others } = record;
  const compact = company !== undefined && Object.keys(others).length === 0 ? companyText(company) : null;
  return Buffer.from(compact ?? JSON.stringify(record));
}

function decodeRecord(bytes: Buffer, from: number, to: number): AddressRecord {
  return bytes[from] === openingBrace ? JSON.parse(bytes.toString('utf8', from, to)) : { company: companyAt(bytes, from, to) };
}

async function sourceOf(files: readonly { path: string; name: string; original: string }[]): Promise<RowSource> {
  const { path, name } = firstOf(files);
  const format = formatOf(path);
  if (format !== 'text' && files.length > 1)
    throw new OperatorError('Only CSV files can be imported together: import each file separately.');
  if (format === 'bin') return binRows(path, name);
  if (format === 'json') return jsonRows(path, name);
  if (format === 'unknown') throw new OperatorError(`${name} is not recognized: it is neither mmdb, CSV, JSON nor an IP2Location file.`);
  return csvRows(files);
}

const isOwnBlocks = ({ fields }: Product) => fields.includes('cidr');

function recordProblem(product: Product, row: Row, range: IpRange, record: AddressRecord | null): string | null {
  if (record === null) return isOwnBlocks(product) ? ownBlockProblem(row) : null;
  if (record.company === undefined) return null;
  if (isImplausiblyLarge(range)) return 'the block is larger than any that one company uses';
  const isLong = record.company.name.length > maxNameLength;
  return isLong ? `the name of the company has more than ${maxNameLength} characters: a quote may be missing` : null;
}

function ownBlockProblem(row: Row): string {
  const domain = text(row, 'domain', 'company');
  return domain === null ? 'neither company nor domain is given' : `${domain} is a provider's domain: name the company`;
}

function addressProblem(row: Row): string {
  const value = ['cidr', 'network', 'range', 'start_ip', 'ip_start', 'ip_from', 'ip'].map(row).find((text) => text !== undefined);
  return `"${String(value ?? '')}" is not a block of addresses`;
}
