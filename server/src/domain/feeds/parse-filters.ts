import { isOneOf } from '../../lib/is-one-of.ts';
import { isStorable } from '../../lib/storable-text.ts';
import { isDay } from '../../lib/zoned-days.ts';
import type { Filter, Filters, FilterValue, Operator } from '../feed-filters/filter.ts';
import { Problem } from '../problem.ts';
import { type CustomFieldTypes, type FeedField, feedField, isCustomField, operatorsOf } from './feed-fields.ts';

const maxFilters = 50;
const maxValues = 100;
const maxValueLength = 500;
const maxStars = 10;

/** Parses filters sent by a client. Errors point to the faulty part, relative to `pointer`. */
export function parseFilters(input: unknown, customFields: CustomFieldTypes, pointer = ''): Filters {
  if (!isObject(input)) throw invalidFilter(pointer, 'Filters must be an object with the key all.');
  refuseUnknownKeys(input, ['all', 'any'], pointer);
  const parseList = (list: unknown, listPointer: string) => {
    if (!Array.isArray(list)) throw invalidFilter(listPointer, `${listPointer.split('/').at(-1)} must be a list of filters.`);
    if (list.length > maxFilters) throw invalidFilter(listPointer, `At most ${maxFilters} filters are allowed.`);
    return list.map((filter, index) => parseFilter(filter, customFields, `${listPointer}/${index}`));
  };
  const all = parseList(input.all, `${pointer}/all`);
  if (input.any === undefined) return { all };
  if (!Array.isArray(input.any)) throw invalidFilter(`${pointer}/any`, 'any must be a list of groups.');
  const any = input.any.map((group, index) => {
    const alternatives = parseList(group, `${pointer}/any/${index}`);
    if (alternatives.length === 0) throw invalidFilter(`${pointer}/any/${index}`, 'A group needs at least one filter.');
    return alternatives;
  });
  if (all.length + any.flat().length > maxFilters) throw invalidFilter(`${pointer}/any`, `At most ${maxFilters} filters are allowed.`);
  return any.length === 0 ? { all } : { all, any };
}

/** Parses one condition. All values must have the type of the field. */
export function parseFilter(input: unknown, customFields: CustomFieldTypes, pointer: string): Filter {
  if (!isObject(input)) throw invalidFilter(pointer, 'A filter must be an object.');
  refuseUnknownKeys(input, ['field', 'operator', 'values', 'excluded'], pointer);
  const field = typeof input.field === 'string' ? feedField(input.field, customFields) : null;
  if (!field) throw invalidFilter(`${pointer}/field`, unknownField(input.field));
  const operator = input.operator ?? 'is';
  if (!isOneOf(operatorsOf(field), operator)) {
    throw invalidFilter(`${pointer}/operator`, `The operator of ${field.name} must be one of ${operatorsOf(field).join(', ')}.`);
  }
  const excluded = input.excluded ?? false;
  if (typeof excluded !== 'boolean') throw invalidFilter(`${pointer}/excluded`, 'excluded must be true or false.');
  return { field: field.name, operator, values: parseValues(field, operator, input.values ?? [], `${pointer}/values`), excluded };
}

function parseValues(field: FeedField, operator: Operator, input: unknown, pointer: string): FilterValue[] {
  if (!Array.isArray(input)) throw invalidFilter(pointer, 'values must be a list.');
  if (operator === 'exists') {
    if (input.length > 0) throw invalidFilter(pointer, 'exists takes no values.');
    return [];
  }
  if (operator === 'between' && input.length !== 2) throw invalidFilter(pointer, 'between takes two values.');
  if (input.length === 0) throw invalidFilter(pointer, 'At least one value is needed.');
  if (input.length > maxValues) throw invalidFilter(pointer, `At most ${maxValues} values are allowed.`);
  const values = input.map((value, index) => parseValue(field, operator, value, `${pointer}/${index}`));
  const mismatch = isText(field) ? input.findIndex((value) => typeof value !== typeof input[0]) : -1;
  if (mismatch > 0)
    throw invalidFilter(`${pointer}/${mismatch}`, `The values of a condition on ${field.name} must all have the same type.`);
  return values;
}

function isText({ type }: FeedField): boolean {
  return type === 'text' || type === 'choice';
}

function parseValue(field: FeedField, operator: Operator, value: unknown, pointer: string): FilterValue {
  switch (field.type) {
    case 'number': {
      const number = typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value;
      if (typeof number !== 'number' || !Number.isFinite(number))
        throw invalidFilter(pointer, `A value of ${field.name} must be a number.`);
      return number;
    }
    case 'boolean': {
      const parsed = value === 'true' ? true : value === 'false' ? false : value;
      if (typeof parsed !== 'boolean') throw invalidFilter(pointer, `A value of ${field.name} must be true or false.`);
      return parsed;
    }
    case 'date':
      if (typeof value !== 'string' || !isDay(value))
        throw invalidFilter(pointer, `A value of ${field.name} must be a day such as 2026-01-31.`);
      return value;
    default:
      return parseText(field, operator, value, pointer);
  }
}

function parseText(field: FeedField, operator: Operator, value: unknown, pointer: string): string {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string' || text === '') throw invalidFilter(pointer, `A value of ${field.name} must be text that is not empty.`);
  if (text.length > maxValueLength) throw invalidFilter(pointer, `A value may have at most ${maxValueLength} characters.`);
  if (!isStorable(text)) throw invalidFilter(pointer, 'A value may not hold U+0000 or half of a surrogate pair.');
  if (operator === 'matches' && text.split('*').length - 1 > maxStars)
    throw invalidFilter(pointer, `A pattern may hold at most ${maxStars} stars.`);
  if (field.choices && !field.choices.includes(text)) {
    throw invalidFilter(pointer, `A value of ${field.name} must be one of ${field.choices.join(', ')}.`);
  }
  return text;
}

function unknownField(name: unknown): string {
  if (typeof name !== 'string' || !isCustomField(name)) return `There is no field ${JSON.stringify(name ?? null)}.`;
  return `There is no custom field ${JSON.stringify(name)} for companies: create it first, or name another one.`;
}

function isObject(input: unknown): input is Record<string, unknown> {
  return typeof input === 'object' && input !== null && !Array.isArray(input);
}

function refuseUnknownKeys(input: Record<string, unknown>, known: string[], pointer: string) {
  const unknown = Object.keys(input).find((key) => !known.includes(key));
  if (unknown !== undefined) throw invalidFilter(`${pointer}/${unknown}`, `There is no key ${JSON.stringify(unknown)} here.`);
}

function invalidFilter(pointer: string, title: string): Problem {
  return new Problem('invalid_input', { title, pointer });
}
