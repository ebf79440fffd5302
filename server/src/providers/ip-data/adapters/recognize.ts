import { OperatorError } from '../../../lib/operator-error.ts';
import { type Adapter, addressFields, hasFields, type Product } from './adapter.ts';
import { dbip } from './dbip.ts';
import { delegated } from './delegated.ts';
import { ip2location } from './ip2location.ts';
import { ipinfo } from './ipinfo.ts';
import { maxmind } from './maxmind.ts';
import { ownRanges } from './own-ranges.ts';

export const adapters: readonly Adapter[] = [ownRanges, ipinfo, maxmind, ip2location, dbip, delegated];

/** Maximum number of fields and products listed in an error. */
const maxListedFields = 40;
const maxListedProducts = 3;

/** Finds the product whose fields the file contains, or null. */
export function productOf(fields: ReadonlySet<string>): Product | null {
  for (const { products } of adapters) {
    const product = products.find((candidate) => hasFields(fields, candidate));
    if (product !== undefined) return product;
  }
  return null;
}

/** Detects the columns of a CSV file without a header. */
export function columnsOfLines(lines: readonly (readonly string[])[]): string[] | null {
  for (const { columnsOf } of adapters) {
    const columns = columnsOf?.(lines) ?? null;
    if (columns !== null) return columns;
  }
  return null;
}

/** The error for a file of an unknown format. It lists the fields found and the closest products. */
export function notRecognized(name: string, fields: Iterable<string>): OperatorError {
  const found = [...fields];
  const shareOfFields = ({ fields: expected }: Product) =>
    expected.filter((field) => field.split('|').some((alternative) => found.includes(alternative))).length / expected.length;
  const closest = adapters
    .flatMap(({ products }) => products)
    .map((product) => ({ product, share: shareOfFields(product) }))
    .sort((left, right) => right.share - left.share)
    .slice(0, maxListedProducts)
    .map(({ product }) => `${product.name} (${product.fields.map((field) => field.replaceAll('|', ' or ')).join(', ')})`);
  const list = found.length === 0 ? 'none' : `${found.slice(0, maxListedFields).join(', ')}${found.length > maxListedFields ? ', …' : ''}`;
  return new OperatorError(
    `${name} was not recognized and was not imported. Fields found: ${list}. Expected: addresses (${addressFields.slice(0, 4).join(', ')} …) and the fields of a supported file, such as ${closest.join('; ')}. docs/data.md lists all supported files.`,
  );
}
