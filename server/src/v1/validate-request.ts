import type { TSchema } from 'typebox';
import type { Validator } from 'typebox/compile';
import { firstOf } from '../lib/first-of.ts';
import { findUnstorableText, isStorable } from '../lib/storable-text.ts';
import { ApiError, type ErrorObject } from './api-error.ts';
import { compiledSchema } from './compiled-schema.ts';
import { WebhookUrl } from './schemas/custom-feed.ts';
import { FeedReference } from './schemas/feed-query.ts';
import { CountryCode, Month, RecordIds } from './schemas/resource.ts';

type Fault = { keyword: string; instancePath: string; params: Record<string, unknown>; message: string };

const maxErrors = 100;
const unstorable = 'contains U+0000 or an unpaired surrogate';

/**
 * Returns a function that validates a body and reports one error per invalid value, with its JSON pointer. A lenient check leaves the
 * content of strings to the operation, which reports it in its own way.
 */
export function bodyChecker(schema: TSchema, isLenient = false): (body: unknown) => void {
  return (body) => {
    const compiled = compiledSchema(schema);
    if (compiled.Check(body)) {
      const pointer = isLenient ? null : findUnstorableText(body);
      if (pointer === null) return;
      throw new ApiError(400, { code: 'invalid_parameter', title: `${pointer} ${unstorable}.`, source: { pointer } });
    }
    const errors = validationErrors(compiled, body).map(
      ({ path, message }): ErrorObject => ({
        code: 'invalid_parameter',
        title: `${path === '' ? 'The body' : path} ${message}.`,
        source: { pointer: path },
      }),
    );
    throw new ApiError(400, errors);
  };
}

/**
 * Returns a function that reads the declared query parameters and converts them to numbers and booleans as declared. Unknown parameters
 * are ignored. Unknown filters are rejected, because ignoring a filter would return more records than the client asked for.
 */
export function queryReader(schema: TSchema): (query: Record<string, unknown>) => Record<string, unknown> {
  const properties = (schema as { properties?: Record<string, { type?: string }> }).properties ?? {};
  return (query) => {
    const unknown = Object.keys(query).find((name) => name.startsWith('filter[') && !Object.hasOwn(properties, name));
    if (unknown !== undefined) throw unknownFilter(unknown, Object.keys(properties));
    const values: Record<string, unknown> = {};
    for (const [name, { type }] of Object.entries(properties)) {
      const text = query[name];
      if (text === undefined || text === '') continue;
      if (typeof text !== 'string') throw parameterError(name, 'must be given only once');
      if (!isStorable(text)) throw parameterError(name, unstorable);
      values[name] = convert(text, type);
    }
    const compiled = compiledSchema(schema);
    if (compiled.Check(values)) return values;
    const fault = firstOf(validationErrors(compiled, values));
    throw parameterError(fault.path.slice(1), fault.message);
  };
}

const messagesOfPatterns: [schema: TSchema, message: string][] = [
  [RecordIds, 'must be up to 100 ids, separated by commas'],
  [Month, 'must be a month such as 2026-09'],
  [CountryCode, 'must be a country code of two letters'],
  [FeedReference, 'must be the id of a feed or the name of a built-in feed'],
  [WebhookUrl, 'must be a URL that begins with https:// or http:// and has at most 490 characters after it'],
];
/** Messages for values that do not match a pattern, which would not tell clients what is wrong. */
const patternMessages = new Map(messagesOfPatterns.map(([schema, message]) => [(schema as { pattern?: unknown }).pattern, message]));

function unknownFilter(parameter: string, declared: string[]): ApiError {
  const filters = declared.filter((name) => name.startsWith('filter['));
  const hint = filters.length === 0 ? 'It has no filters.' : `Its filters are ${filters.join(', ')}.`;
  const title = `This operation has no filter ${parameter.slice(0, 100)}. ${hint}`;
  return new ApiError(400, { code: 'invalid_parameter', title, source: { parameter: parameter.slice(0, 100) } });
}

function parameterError(parameter: string, message: string): ApiError {
  return new ApiError(400, { code: 'invalid_parameter', title: `${parameter} ${message}.`, source: { parameter } });
}

function convert(text: string, type: string | undefined): unknown {
  if ((type === 'integer' || type === 'number') && /^-?\d{1,15}(\.\d{1,15})?$/.test(text)) return Number(text);
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}

function validationErrors(compiled: Validator, value: unknown): { path: string; message: string }[] {
  const messages = new Map<string, string>();
  for (const fault of compiled.Errors(value)) {
    for (const [path, message] of describe(fault)) {
      const previous = messages.get(path);
      if (previous === undefined) messages.set(path, message);
      // If several types are allowed, the message names all of them.
      else if (fault.keyword === 'type' && previous.startsWith('must be ') && !previous.endsWith(message.slice('must be '.length))) {
        messages.set(path, `${previous} or ${message.slice('must be '.length)}`);
      }
    }
  }
  return [...messages].slice(0, maxErrors).map(([path, message]) => ({ path, message }));
}

function listOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

function describe({ keyword, instancePath, params, message }: Fault): [string, string][] {
  const names = (key: string) => listOf(params[key]).map((name) => `${instancePath}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`);
  switch (keyword) {
    case 'required':
      return names('requiredProperties').map((path) => [path, 'is missing']);
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return names('additionalProperties').map((path) => [path, 'is not a known property']);
    // The schema `false`: the property is not allowed.
    case 'boolean':
      return [[instancePath, 'is not a known property']];
    case 'const':
      return [[instancePath, `must be ${JSON.stringify(params.allowedValue)}`]];
    case 'enum':
      return [[instancePath, `must be one of ${listOf(params.allowedValues).join(', ')}`]];
    default:
      return [[instancePath, patternMessages.get(params.pattern) ?? message.replaceAll('"', '')]];
  }
}
