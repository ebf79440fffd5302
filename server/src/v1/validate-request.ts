import type { TSchema } from 'typebox';
import type { Validator } from 'typebox/compile';
import { firstOf } from '../lib/first-of.ts';
import { isStorable, unstorableText } from '../lib/storable-text.ts';
import { compiledSchema } from './compiled-schema.ts';
import { type ErrorObject, Refusal } from './refusal.ts';

type Fault = { keyword: string; instancePath: string; params: Record<string, unknown>; message: string };

const maxErrors = 100;
const unstorable = 'holds a character that no text can hold: U+0000 or half of a pair';

/** Validates a body strictly, with one error per invalid place and its pointer. Operations that read leniently check texts themselves. */
export function bodyChecker(schema: TSchema, isLenient = false): (body: unknown) => void {
  return (body) => {
    const compiled = compiledSchema(schema);
    if (compiled.Check(body)) {
      const pointer = isLenient ? null : unstorableText(body);
      if (pointer === null) return;
      throw new Refusal(400, { code: 'invalid_parameter', title: `${pointer} ${unstorable}.`, source: { pointer } });
    }
    const errors = faultsOf(compiled, body).map(
      ({ path, words }): ErrorObject => ({
        code: 'invalid_parameter',
        title: `${path === '' ? 'The body' : path} ${words}.`,
        source: { pointer: path },
      }),
    );
    throw new Refusal(400, errors);
  };
}

/**
 * Reads the declared query parameters and converts them to numbers and booleans as declared. Unknown ones are ignored, except
 * filters: ignoring a filter would return everything.
 */
export function queryReader(schema: TSchema): (query: Record<string, unknown>) => Record<string, unknown> {
  const properties = (schema as { properties?: Record<string, { type?: string }> }).properties ?? {};
  return (query) => {
    const unknown = Object.keys(query).find((name) => name.startsWith('filter[') && !Object.hasOwn(properties, name));
    if (unknown !== undefined) throw unknownFilter(unknown, Object.keys(properties));
    const values: Record<string, unknown> = {};
    for (const [name, { type }] of Object.entries(properties)) {
      const given = query[name];
      if (given === undefined || given === '') continue;
      if (typeof given !== 'string') throw parameterRefusal(name, 'must be given once');
      if (!isStorable(given)) throw parameterRefusal(name, unstorable);
      values[name] = convert(given, type);
    }
    const compiled = compiledSchema(schema);
    if (compiled.Check(values)) return values;
    const fault = firstOf(faultsOf(compiled, values));
    throw parameterRefusal(fault.path.slice(1), fault.words);
  };
}

function unknownFilter(parameter: string, declared: string[]): Refusal {
  const filters = declared.filter((name) => name.startsWith('filter['));
  const known = filters.length === 0 ? 'it has none' : `it has ${filters.join(', ')}`;
  const title = `${parameter.slice(0, 100)} is not a filter of this operation: ${known}.`;
  return new Refusal(400, { code: 'invalid_parameter', title, source: { parameter: parameter.slice(0, 100) } });
}

function parameterRefusal(parameter: string, words: string): Refusal {
  return new Refusal(400, { code: 'invalid_parameter', title: `${parameter} ${words}.`, source: { parameter } });
}

function convert(text: string, type: string | undefined): unknown {
  if ((type === 'integer' || type === 'number') && /^-?\d{1,15}(\.\d{1,15})?$/.test(text)) return Number(text);
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}

function faultsOf(compiled: Validator, value: unknown): { path: string; words: string }[] {
  const found = new Map<string, string>();
  for (const fault of compiled.Errors(value)) {
    for (const [path, words] of describe(fault)) {
      const before = found.get(path);
      if (before === undefined) found.set(path, words);
      // If several types are allowed, all of them are named.
      else if (fault.keyword === 'type' && before.startsWith('must be ') && !before.endsWith(words.slice('must be '.length))) {
        found.set(path, `${before} or ${words.slice('must be '.length)}`);
      }
    }
    if (found.size >= maxErrors) break;
  }
  return [...found].map(([path, words]) => ({ path, words }));
}

function describe({ keyword, instancePath, params, message }: Fault): [string, string][] {
  const names = (key: string) =>
    (params[key] as string[]).map((name) => `${instancePath}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`);
  switch (keyword) {
    case 'required':
      return names('requiredProperties').map((path) => [path, 'is missing']);
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return names('additionalProperties').map((path) => [path, 'is not known']);
    case 'boolean':
      return [[instancePath, 'is not known']];
    case 'const':
      return [[instancePath, `must be ${JSON.stringify(params.allowedValue)}`]];
    case 'enum':
      return [[instancePath, `must be one of ${(params.allowedValues as unknown[]).join(', ')}`]];
    default:
      return [[instancePath, message.replaceAll('"', '')]];
  }
}
