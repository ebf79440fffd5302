import { Problem } from '../domain/problem.ts';
import { isRecord } from '../lib/is-record.ts';
import type { Query } from './query.ts';

type Fields = Record<string, unknown>;

/**
 * Reads the named parameters of a POST from form parameters, the attributes of a JSON:API document, or a JSON object, with numbers converted
 * to strings. Parameters that are missing in the body are taken from the query.
 */
export function readParameters(body: unknown, query: Query, names: readonly string[]): Query {
  const attributes = asFields(asFields(asFields(body).data).attributes);
  const fields = Object.keys(attributes).length > 0 ? attributes : asFields(body);
  const texts: Query = {};
  for (const name of names) {
    const value = fields[name];
    if (value === undefined || value === null) continue;
    if (typeof value === 'string' || typeof value === 'number') texts[name] = String(value);
    else if (isRepeated(value)) texts[name] = value;
    else throw new Problem('invalid_input', { title: `Parameter '${name}' must be a string or a number`, parameter: name });
  }
  return { ...query, ...texts };
}

/** A form parameter that is given several times is read as a list. */
function isRepeated(value: unknown): value is string[] {
  return Array.isArray(value) && value.length > 1 && value.every((item) => typeof item === 'string');
}

function asFields(value: unknown): Fields {
  return isRecord(value) ? value : {};
}
