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

/** Columns that name the user of a block. Vendors' files without companies have them only in combinations such as `as_name`. */
const companyColumn =
  /^(compan(y|ies)|company_?(name|domain)|organi[sz]ations?|organi[sz]ation_?(name|domain)|org|org_?name|customers?|customer_?name|clients?|client_?name|account|account_?name|firma?|employer|owner|name|brand|domains?|website|homepage|url)$/;

/** Finds the product whose fields the file contains. Rejects files that name the users of blocks in columns that the product does not have. */
export function recognizeProduct(name: string, fields: ReadonlySet<string>): Product {
  for (const { products } of adapters) {
    const product = products.find((candidate) => hasFields(fields, candidate));
    if (product === undefined) continue;
    const known = new Set([...product.fields, ...(product.optional ?? [])].flatMap((field) => field.split('|')));
    const unknown =
      known.has('company') && fields.has('company') ? [] : [...fields].filter((field) => companyColumn.test(field) && !known.has(field));
    if (unknown.length === 0) return product;
    throw new OperatorError(
      `${name} was not recognized and was not imported: it has the fields of ${product.name}, but that has no ${listOf(unknown)}. Fields found: ${listOf([...fields])}. Expected for your own list of companies: cidr, company, domain.`,
    );
  }
  throw notRecognized(name, fields);
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
  const list = found.length === 0 ? 'none' : listOf(found);
  return new OperatorError(
    `${name} was not recognized and was not imported. Fields found: ${list}. Expected: addresses (${addressFields.slice(0, 4).join(', ')} …) and the fields of a supported file, such as ${closest.join('; ')}. docs/data.md lists all supported files.`,
  );
}

function listOf(fields: readonly string[]): string {
  return `${fields.slice(0, maxListedFields).join(', ')}${fields.length > maxListedFields ? ', …' : ''}`;
}
