import type { LeadRow } from '../domain/workspace/lead-row.ts';
import { type CsvValue, csvText } from '../lib/csv-text.ts';

const columns: [string, (row: LeadRow) => CsvValue][] = [
  ['company_id', (row) => row.companyId],
  ['name', (row) => row.name],
  ['domain', (row) => row.domain],
  ['industry', (row) => row.industry],
  ['employee_range', (row) => row.employeeRange],
  ['city', (row) => row.place?.city ?? null],
  ['country_code', (row) => row.place?.countryCode ?? null],
  ['quality', (row) => row.quality.score],
  ['visits', (row) => row.visits],
  ['page_views', (row) => row.pageViews],
  ['first_visit_at', (row) => row.firstVisitAt],
  ['last_visit_at', (row) => row.lastVisitAt],
  ['source', (row) => row.source],
  ['medium', (row) => row.medium],
  ['followed', (row) => row.followed],
];

export function leadsAsCsv(rows: LeadRow[]): string {
  return csvText(
    columns.map(([name]) => name),
    rows.map((row) => columns.map(([, read]) => read(row))),
  );
}

export function leadsAsJson(rows: LeadRow[]): string {
  return `${JSON.stringify(rows.map((row) => Object.fromEntries(columns.map(([name, read]) => [name, read(row)]))))}\n`;
}
