export type CsvValue = string | number | boolean | Date | null;

/** RFC 4180 text with a mark by which spreadsheets know that it is UTF-8. */
export function csvText(header: string[], rows: Iterable<CsvValue[]>): string {
  const lines = [header.map(cell).join(',')];
  for (const row of rows) lines.push(row.map(cell).join(','));
  return `\uFEFF${lines.join('\r\n')}\r\n`;
}

function cell(value: CsvValue): string {
  if (value === null) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = value instanceof Date ? value.toISOString() : value;
  // A spreadsheet would run a text that begins like a formula; names come from strangers.
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
