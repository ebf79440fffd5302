export type CsvValue = string | number | boolean | Date | null;

/** The byte order mark, by which spreadsheets recognize UTF-8. */
export const byteOrderMark = '\uFEFF';

/** Returns an RFC 4180 line with its line break. */
export function csvLine(values: readonly CsvValue[]): string {
  return `${values.map(cell).join(',')}\r\n`;
}

function cell(value: CsvValue): string {
  if (value === null) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = value instanceof Date ? value.toISOString() : value;
  const safe = (isFormula(text) ? `'${text}` : text).replaceAll(innerFormula, "$1'");
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/**
 * Where a formula could begin within a string: spreadsheets in languages with a decimal comma split lines at semicolons, and ignore quotes
 * that do not begin a cell.
 */
const innerFormula = /([;\t\r\n])(?=(?:[^\S\t\r\n]|")*[=+\-@|＝＋－＠])/g;

/** Whether a spreadsheet could evaluate the text as a formula. Names come from untrusted sources. */
export function isFormula(text: string): boolean {
  return /^\s*[=+\-@\t\r\n|＝＋－＠]/.test(text);
}
