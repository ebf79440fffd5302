import { parse } from 'tldts';
import { sharedSites } from '../shared-sites.ts';

/** A record with the field names of a company import; null if the record is not a company. */
type Translated = Record<string, unknown> | null;

/** A published directory that an import recognizes by its columns. */
export type CompanyFormat = {
  name: string;
  title: string;
  /** Columns by which a file is recognized, in lower case. */
  columns: readonly string[];
  /** Whether its CSV files contain `\"` instead of doubled quotes. */
  hasBackslashEscapes?: boolean;
  /** Whether a company is imported without its group if the group is not in the directory. */
  isGroupOptional?: boolean;
  /** Whether it is a register of legal entities, whose records have no domains. */
  hasNoDomains?: boolean;
  translate(record: Record<string, unknown>): Translated;
};

/** A value as text without surrounding spaces; undefined if empty. */
export function textOf(value: unknown): string | undefined {
  if (value === null || value === undefined || typeof value === 'object') return undefined;
  const text = String(value).trim();
  return text === '' ? undefined : text;
}

/** Returns the year of a date, whatever the order of its parts. */
export function yearOf(value: unknown): number | undefined {
  const year = /\b(1[0-9]{3}|20[0-9]{2}|8[0-9]{2}|9[0-9]{2})\b/.exec(textOf(value) ?? '')?.[1];
  return year === undefined ? undefined : Number(year);
}

/** Truncates a string to the limit of the company directory; published directories contain longer ones. */
export function truncate(text: string | undefined, length: number): string | undefined {
  return text?.slice(0, length).trimEnd().toWellFormed();
}

/** Removes empty values. */
export function withoutEmptyValues(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0)),
  );
}

const ranges: Record<string, string> = {
  '1': '1-10',
  '1-10': '1-10',
  '2-10': '1-10',
  '11-50': '11-100',
  '51-200': '101-500',
  '201-500': '101-500',
  '501-1000': '501-1.000',
  '1001-5000': '1.001-5.000',
  '5001-10000': '5.001-10.000',
  '10001+': '10.000+',
};

/** Maps a range of another directory to the range of employees that overlaps it most. */
export function employeeRangeOfSize(value: unknown): string | undefined {
  return ranges[(textOf(value) ?? '').replaceAll(/[,.\s]|employees/g, '').replace('–', '-')];
}

/** Returns the domain of a company's own website; undefined for a page on the site of another organization. */
export function siteDomain(value: unknown): string | undefined {
  const { domain, hostname, isIcann } = parse((textOf(value) ?? '').toLowerCase());
  if (domain === null || !isIcann || sharedSites.has(domain)) return undefined;
  return hostname?.replace(/^www\d?\./, '') === domain ? domain : undefined;
}
