import { entriesOf } from '../../../lib/entries-of.ts';
import { itemAt } from '../../../lib/item-at.ts';

/**
 * The column of each field in the products DB1 to DB26, from the publisher's open libraries; 0 if a product lacks the field.
 * The first column is the address, the second the country.
 */
const positions = {
  region: [0, 0, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3],
  city: [0, 0, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4],
  isp: [0, 3, 0, 5, 0, 7, 5, 7, 0, 8, 0, 9, 0, 9, 0, 9, 0, 9, 7, 9, 0, 9, 7, 9, 9, 9],
  latitude: [0, 0, 0, 0, 5, 5, 0, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5],
  longitude: [0, 0, 0, 0, 6, 6, 0, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6],
  domain: [0, 0, 0, 0, 0, 0, 6, 8, 0, 9, 0, 10, 0, 10, 0, 10, 0, 10, 8, 10, 0, 10, 8, 10, 10, 10],
  zip_code: [0, 0, 0, 0, 0, 0, 0, 0, 7, 7, 7, 7, 0, 7, 7, 7, 0, 7, 0, 7, 7, 7, 0, 7, 7, 7],
  time_zone: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 8, 8, 7, 8, 8, 8, 7, 8, 0, 8, 8, 8, 0, 8, 8, 8],
  usage_type: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 12, 20, 20, 20],
} as const;

/** Number of columns of the binary files; CSV has one more for the last address and one for the country name. */
const columnCounts = [2, 3, 4, 5, 6, 7, 6, 8, 7, 9, 8, 10, 8, 11, 10, 13, 10, 15, 11, 18, 11, 19, 12, 20, 22, 27];

export type Ip2LocationField = keyof typeof positions;

/** The fields of a product with their columns in the binary file, counted from 1. */
export function fieldsOfProduct(product: number): Map<Ip2LocationField, number> {
  return new Map(
    entriesOf<Ip2LocationField, readonly number[]>(positions).flatMap(([field, columns]) =>
      columns[product - 1] ? [[field, itemAt(columns, product - 1)]] : [],
    ),
  );
}

/** The products whose CSV files have this many columns in addition to the addresses. */
export function productsWithColumns(count: number): number[] {
  return columnCounts.flatMap((columns, index) => (columns === count ? [index + 1] : []));
}
