export type CsvValue = string | number | boolean | Date | null;

/** The mark by which spreadsheets know that a text is UTF-8. */
export const csvMark = '\uFEFF';

/** One line of RFC 4180, its end included. */
export function csvLine(values: readonly CsvValue[]): string {
  return `${values.map(cell).join(',')}\r\n`;
}

function cell(value: CsvValue): string {
  if (value === null) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = value instanceof Date ? value.toISOString() : value;
  const safe = isFormula(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A spreadsheet would run a text that begins like a formula; names come from strangers. */
export function isFormula(text: string): boolean {
  return /^\s*[=+\-@\t\r\n|＝＋－＠]/.test(text);
}
