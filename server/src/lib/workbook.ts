import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { dayMs } from './day-ms.ts';
import { type CsvValue, isFormula } from './format-csv.ts';

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageRelations = 'http://schemas.openxmlformats.org/package/2006/relationships';
const maxCharacters = 32_767;

/** Indexes into `cellXfs`. */
const styles = { bold: 1, dateTime: 2, quoted: 3 };

const parts = {
  '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Default Extension="xml" ContentType="application/xml"/>
<Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>
<Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>
<Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${packageRelations}"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packageRelations}"><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `<styleSheet xmlns="${main}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/></numFmts>
<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>
<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>
<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>
<cellXfs count="4"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" quotePrefix="1"/></cellXfs>
<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
};

type Sheet = { name: string; header: readonly string[]; rows: AsyncIterable<readonly CsvValue[]>; createdAt: Date };

/** Streams an Office Open XML workbook with one sheet; only a few rows are in memory at a time. */
export async function* workbookBytes(sheet: Sheet): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile();
  const options = { mtime: sheet.createdAt };
  const add = (path: string, text: string) => zip.addBuffer(Buffer.from(head + text), path, options);
  for (const [path, text] of Object.entries(parts)) add(path, text);
  add(
    'xl/workbook.xml',
    `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="${escapeXml(sheet.name.slice(0, 31))}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  );
  const content = Readable.from(sheetText(sheet));
  const output = zip.outputStream as Readable;
  // yazl does not handle errors of its input streams; without this the export would hang.
  content.on('error', (error) => output.destroy(error));
  zip.on('error', (error: Error) => output.destroy(error));
  zip.addReadStream(content, 'xl/worksheets/sheet1.xml', options);
  zip.end();
  for await (const chunk of output) yield chunk;
}

async function* sheetText({ header, rows }: Sheet): AsyncGenerator<string> {
  yield `${head}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols><col min="1" max="${header.length}" width="18" customWidth="1"/></cols><sheetData>`;
  yield line(1, header, (name, at) => textCell(at, name, styles.bold));
  let number = 1;
  for await (const row of rows) yield line(++number, row, cell);
  yield '</sheetData></worksheet>';
}

function line<Value>(number: number, values: readonly Value[], write: (value: Value, at: string) => string): string {
  return `<row r="${number}">${values.map((value, index) => write(value, columnName(index) + number)).join('')}</row>`;
}

function cell(value: CsvValue, at: string): string {
  if (value === null) return '';
  if (typeof value === 'number') return `<c r="${at}"><v>${value}</v></c>`;
  if (typeof value === 'boolean') return `<c r="${at}" t="b"><v>${value ? 1 : 0}</v></c>`;
  if (value instanceof Date) return `<c r="${at}" s="${styles.dateTime}"><v>${serialDay(value)}</v></c>`;
  // A string that looks like a formula is marked as text, so that it stays text when edited.
  return textCell(at, value, isFormula(value) ? styles.quoted : 0);
}

function textCell(at: string, text: string, style: number): string {
  return `<c r="${at}" t="inlineStr"${style ? ` s="${style}"` : ''}><is><t xml:space="preserve">${escapeXml(text.slice(0, maxCharacters))}</t></is></c>`;
}

/** Days since 30 December 1899, as in spreadsheets. */
function serialDay(time: Date): number {
  return time.getTime() / dayMs + 25_569;
}

function columnName(index: number): string {
  const rest = Math.floor(index / 26);
  return (rest > 0 ? columnName(rest - 1) : '') + String.fromCharCode(65 + (index % 26));
}

/**
 * Escapes text. Of what XML 1.0 cannot represent, unpaired surrogates become U+FFFD, and control characters and the noncharacters U+FFFE
 * and U+FFFF are removed.
 */
function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[^\t\n\r\u0020-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
