import type { ImportedNetwork } from '../../../domain/identification/imported-databases.ts';
import type { Location } from '../../../domain/identification/location-directory.ts';
import type { AddressRecord, Row } from './adapter.ts';

/** Returns the first field that is not empty; numbers become strings. A single hyphen means "no value" in several formats. */
export function text(row: Row, ...fields: string[]): string | null {
  for (const field of fields) {
    const value = row(field);
    const found = typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '';
    if (found !== '' && found !== '-') return found;
  }
  return null;
}

/** Returns the first field that is a number, rounded to the five decimals that a coordinate needs. */
export function number(row: Row, ...fields: string[]): number | null {
  for (const field of fields) {
    const value = row(field);
    const found = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
    if (typeof found === 'number' && Number.isFinite(found)) return Math.round(found * 1e5) / 1e5;
  }
  return null;
}

/** Whether any of the fields is true, 1, '1', 'true' or 'True'. */
export function flag(row: Row, ...fields: string[]): boolean {
  return fields.some((field) => {
    const value = row(field);
    return value === true || value === 1 || value === 'true' || value === 'True' || value === '1';
  });
}

export function countryCode(row: Row, ...fields: string[]): string | null {
  for (const field of fields) {
    const code = text(row, field);
    if (code !== null && /^[A-Za-z]{2}$/.test(code)) return code.toUpperCase();
  }
  return null;
}

/** Reads an AS number such as `AS1299` or `1299`. */
export function asn(row: Row, ...fields: string[]): number | null {
  const digits = text(row, ...fields)?.replace(/^AS/i, '') ?? '';
  return /^\d{1,10}$/.test(digits) && Number(digits) > 0 ? Number(digits) : null;
}

/** Returns a place, or nothing if the country is unknown. */
export function place(country: string | null, parts: Partial<Omit<Location, 'countryCode'>> = {}): { place?: Location } {
  if (country === null) return {};
  const { region = null, city = null, postalCode = null, latitude = null, longitude = null } = parts;
  return { place: { countryCode: country, region, city, postalCode, latitude, longitude } };
}

/** Returns a network, or nothing if its number is unknown. */
export function networkOf(
  number: number | null,
  name: string | null,
  { domain = null, kind }: Partial<Pick<ImportedNetwork, 'domain' | 'kind'>> = {},
): Pick<AddressRecord, 'holder'> {
  if (number === null) return {};
  return { holder: { asn: number, domain, ...(name !== null && { name }), ...(kind !== undefined && { kind }) } };
}
