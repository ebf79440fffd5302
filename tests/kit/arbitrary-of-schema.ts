import fc from 'fast-check';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { firstOf } from '../../server/src/lib/first-of.ts';

type JsonSchema = {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  items?: JsonSchema;
  minItems?: number;
  maxItems?: number;
  properties?: Record<string, JsonSchema>;
  patternProperties?: Record<string, JsonSchema>;
  required?: string[];
  minProperties?: number;
};

const days = ['0000-01-01', '0001-01-01', '1582-10-10', '1969-12-31', '2024-02-29', '2026-10-01', '2026-12-31', '9999-12-31'];
const times = ['0000-01-01T00:00:00Z', '2026-10-10T10:00:00.000Z', '2026-10-10T10:00:00+14:00', '9999-12-31T23:59:59Z'];
const numbers = [0, -0, 1, -1, 0.1, 1e21, -1e21, 5e-324, 1.7e308, -1.7e308, 2 ** 31, 2 ** 53, 2 ** 63];
const fewItems = 4;

/** Generates values that match a schema, with known texts (ids, names of fields) inserted wherever the schema allows them. */
export function arbitraryOf(schema: TSchema, known: readonly string[]): fc.Arbitrary<unknown> {
  return arbitrary(schema, known);
}

function arbitrary(schema: JsonSchema, known: readonly string[]): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((option) => arbitrary(option, known)));
  switch (schema.type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -(2 ** 31), max: schema.maximum ?? 2 ** 31 });
    case 'number':
      return numberWithin(schema);
    case 'string':
      return text(schema, known);
    case 'array':
      return fc.array(arbitrary(schema.items ?? {}, known), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? fewItems, fewItems),
      });
    case 'object':
      return schema.patternProperties ? dictionary(schema, known) : record(schema, known);
    default:
      return fc.jsonValue();
  }
}

function numberWithin({ minimum = -Number.MAX_VALUE, maximum = Number.MAX_VALUE }: JsonSchema): fc.Arbitrary<number> {
  const edges = numbers.filter((value) => value >= minimum && value <= maximum);
  const any = fc.double({ min: minimum, max: maximum, noNaN: true, noDefaultInfinity: true });
  return fc.oneof(any, fc.constantFrom(...edges));
}

function text(schema: JsonSchema, known: readonly string[]): fc.Arbitrary<string> {
  const { format, pattern, minLength = 0, maxLength = 60 } = schema;
  const compiled = Compile(schema);
  const fitting = known.filter((value) => compiled.Check(value));
  const built =
    format === 'date'
      ? fc.constantFrom(...days)
      : format === 'date-time'
        ? fc.constantFrom(...times)
        : format === 'uuid'
          ? fc.uuid()
          : pattern !== undefined
            ? cached(pattern, () => fc.stringMatching(new RegExp(pattern), { size: 'small' }))
            : cached(`${minLength} ${maxLength}`, () => fc.string({ unit: 'binary', minLength, maxLength: Math.min(maxLength, 60) }));
  return fitting.length === 0 ? built : fc.oneof({ arbitrary: fc.constantFrom(...fitting), weight: 3 }, { arbitrary: built, weight: 1 });
}

const generators = new Map<string, fc.Arbitrary<string>>();

/** Caches generators of texts, because creating one takes long: fast-check builds a table of every character. */
function cached(key: string, create: () => fc.Arbitrary<string>): fc.Arbitrary<string> {
  const generator = generators.get(key) ?? create();
  generators.set(key, generator);
  return generator;
}

function record({ properties = {}, required = [], minProperties = 0 }: JsonSchema, known: readonly string[]): fc.Arbitrary<unknown> {
  const parts = Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, arbitrary(schema, known)]));
  const built = fc.record(parts, { requiredKeys: required });
  return minProperties === 0 ? built : built.filter((value) => Object.keys(value).length >= minProperties);
}

function dictionary({ patternProperties = {}, minProperties = 0 }: JsonSchema, known: readonly string[]): fc.Arbitrary<unknown> {
  const schema = firstOf(Object.values(patternProperties));
  const key = fc.oneof(fc.constantFrom(...known, 'constructor', 'toString'), fc.string({ maxLength: 20 }));
  return fc.dictionary(key, arbitrary(schema, known), { minKeys: minProperties, maxKeys: fewItems });
}
