import { itemAt } from '../lib/item-at.ts';

/** Formats rows under headings, with aligned columns. */
export function formatTable(headings: string[], rows: string[][]): string {
  if (rows.length === 0) return '(none)';
  const widths = headings.map((heading, column) => Math.max(heading.length, ...rows.map((row) => itemAt(row, column).length)));
  return [headings, ...rows]
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(itemAt(widths, column)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
