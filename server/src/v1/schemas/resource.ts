import { type TProperties, type TSchema, Type } from 'typebox';

/** An object without additional properties, so that responses are documented exactly and unknown keys in bodies are rejected. */
export function Exact<Properties extends TProperties>(properties: Properties, options: { description?: string; $id?: string } = {}) {
  return Type.Object(properties, { additionalProperties: false, ...options });
}

/** Like `Exact`, but requires a number of properties, so that a PATCH without a change is rejected. */
export function AtLeast<Properties extends TProperties>(minProperties: number, properties: Properties) {
  return Type.Object(properties, { additionalProperties: false, minProperties });
}

export const RecordId = Type.String({ pattern: '^\\d{1,18}$', examples: ['1001'] });
export const Uuid = Type.String({
  pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$',
  examples: ['01990a5e-6d3f-7c1e-9d0a-3f6a1c2b4d5e'],
});
export const CountryCode = Type.String({ pattern: '^[A-Za-z]{2}$' });
export const Timestamp = Type.String({ format: 'date-time', examples: ['2026-09-01T12:34:56.000Z'] });
export const Day = Type.String({ format: 'date', examples: ['2026-09-01'] });
/**
 * A day that is passed to PostgreSQL, which has no year 0. This pattern and that of `Month` exclude it without lookahead, which not every
 * client generator supports.
 */
export const DayFromYearOne = Type.String({
  format: 'date',
  pattern: '^(000[1-9]|00[1-9]\\d|0[1-9]\\d{2}|[1-9]\\d{3})-',
  examples: ['2026-09-01'],
});
export const Month = Type.String({
  pattern: '^(000[1-9]|00[1-9]\\d|0[1-9]\\d{2}|[1-9]\\d{3})-(0[1-9]|1[0-2])$',
  examples: ['2026-09'],
});

export function OrNull<Schema extends TSchema>(schema: Schema) {
  return Type.Union([schema, Type.Null()]);
}

/** A string enum, in a form that suits both the validator and the OpenAPI document. */
export function OneOf<const Value extends string>(values: readonly Value[], description?: string) {
  return Type.Unsafe<Value>({ type: 'string', enum: [...values], ...(description !== undefined && { description }) });
}

/** Up to a hundred ids, separated by commas. */
export const RecordIds = Type.String({ pattern: '^\\d{1,18}(,\\d{1,18}){0,99}$', examples: ['1001,1002'] });
