import { isRecord } from '../lib/is-record.ts';
import type { Query } from './query.ts';

type Fields = Record<string, unknown>;

/**
 * Reads the parameters of a POST: form parameters, or the attributes of a JSON:API document, with numbers converted to strings.
 * Parameters that are missing in the body are taken from the query.
 */
export function readParameters(body: unknown, query: Query): Query {
  const attributes = asFields(asFields(asFields(body).data).attributes);
  const fields = Object.keys(attributes).length > 0 ? attributes : asFields(body);
  const texts: Query = {};
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string' || typeof value === 'number') texts[name] = String(value);
    else if (Array.isArray(value)) texts[name] = value.map(String);
  }
  return { ...query, ...texts };
}

function asFields(value: unknown): Fields {
  return isRecord(value) ? value : {};
}
