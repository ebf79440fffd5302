import type { ImportedNetwork } from '../../../domain/identification/imported-databases.ts';
import type { Location } from '../../../domain/identification/location-directory.ts';
import type { NetworkKind } from '../../../domain/identification/network-kind.ts';

/** What the data of a file is used for. */
export const uses = ['company', 'domain', 'kind', 'place', 'privacy'] as const;
export type Use = (typeof uses)[number];

/** Returns the value of a field. The name of a nested field is its path, such as `country.iso_code`. */
export type Row = (field: string) => unknown;

export type CompanyOfRecord = { name: string; domain: string | null; countryCode: string | null };

/** A record of any vendor in common terms. Empty parts are omitted to keep the stored JSON small. */
export type AddressRecord = {
  company?: CompanyOfRecord;
  /** Confidence in the company, if lower than usual. */
  weight?: number;
  kind?: NetworkKind;
  holder?: ImportedNetwork;
  place?: Location;
};

export type Product = {
  name: string;
  uses: readonly Use[];
  /** Fields that identify a file, in addition to the address fields; `a|b` means either. */
  fields: readonly string[];
  /** Fields that rule out this product, because files of another product have them. */
  without?: readonly string[];
  /** Fields with names or domains of companies that a file of this product may also have. */
  optional?: readonly string[];
  read(row: Row): AddressRecord;
};

/** The files of one vendor. The first product whose fields a file has is used. */
export type Adapter = {
  vendor: string;
  products: readonly Product[];
  /** Detects the columns of a CSV file without a header from its first lines. */
  columnsOf?(lines: readonly (readonly string[])[]): string[] | null;
};

/** The address fields of all formats. */
export const addressFields = ['network', 'range', 'cidr', 'ip', 'start_ip', 'end_ip', 'ip_from', 'ip_to', 'ip_start', 'ip_end'];

export function hasFields(fileFields: ReadonlySet<string>, { fields, without = [] }: Product): boolean {
  return fields.every((field) => field.split('|').some((name) => fileFields.has(name))) && !without.some((field) => fileFields.has(field));
}
