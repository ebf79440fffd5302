import type { Location } from '../../../domain/identification/location-directory.ts';
import type { NetworkKind } from '../../../domain/identification/network-kind.ts';

/** What a file is used for. */
export const uses = ['company', 'domain', 'kind', 'place', 'privacy'] as const;
export type Use = (typeof uses)[number];

/** The value of a field; nested fields are written `country.iso_code`. */
export type Row = (field: string) => unknown;

/** What a record says about its addresses, in our own terms. Empty parts are left out, because records are stored as JSON. */
export type AddressRecord = {
  company?: { name: string; domain: string | null; countryCode: string | null };
  /** How sure the company is, where less than usual. */
  weight?: number;
  kind?: NetworkKind;
  /** The network that holds the address, and the domain of the organisation that runs it. */
  holder?: { asn: number; domain: string | null };
  place?: Location;
};

export type Product = {
  name: string;
  uses: readonly Use[];
  /** The fields by which a file is recognised, beside those that name the addresses; `a|b` is one of both. */
  fields: readonly string[];
  /** Fields that files of another product have. */
  without?: readonly string[];
  read(row: Row): AddressRecord;
};

/** The files of one vendor. The first product whose fields a file has is the right one. */
export type Adapter = {
  vendor: string;
  products: readonly Product[];
  /** The columns of a CSV file without a heading, told from its first lines. */
  columnsOf?(lines: readonly (readonly string[])[]): string[] | null;
};

/** The fields that name the addresses of a row, in any of the formats. */
export const addressFields = ['network', 'range', 'cidr', 'ip', 'start_ip', 'end_ip', 'ip_from', 'ip_to', 'ip_start', 'ip_end'];

export function hasFields(found: ReadonlySet<string>, { fields, without = [] }: Product): boolean {
  return fields.every((field) => field.split('|').some((name) => found.has(name))) && !without.some((field) => found.has(field));
}
