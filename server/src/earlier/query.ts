import { Problem } from '../domain/problem.ts';
import { isDay } from '../lib/zoned-days.ts';

/** Query parameters by name, including brackets. The values of a repeated parameter are a list. */
export type Query = Record<string, string | string[] | undefined>;

type Days = { startDate: string; endDate: string };
export type Page = { number: number; size: number };

const defaultSize = 10;
const maxSize = 100;

export function readDays(query: Query): Days {
  const startDate = readDay(query, 'start_date');
  const endDate = readDay(query, 'end_date');
  if (startDate > endDate) throw invalidParameter('start_date', "Parameter 'start_date' must not be after 'end_date'");
  return { startDate, endDate };
}

/** Reads a day, or the date part of an ISO 8601 datetime, whose time and offset are ignored. */
function readDay(query: Query, name: string): string {
  const text = readText(query, name);
  if (text === null) throw invalidParameter(name, `Required parameter '${name}' is missing`);
  const [day = '', time] = text.split(/[T ]/, 2);
  const isTime = time === undefined || /^\d{2}:?\d{2}(:?\d{2}([.,]\d+)?)?(Z|[+-]\d{2}(:?\d{2})?)?$/i.test(time);
  if (!isTime || !isDay(day) || day < '1000') throw invalidParameter(name, `Invalid ${name} format: YYYY-MM-DD is expected`);
  return day;
}

export function readPage(query: Query): Page {
  const unknown = Object.keys(query).find((name) => /^page(\[|$)/.test(name) && name !== 'page[number]' && name !== 'page[size]');
  if (unknown !== undefined) throw invalidParameter(unknown, 'Invalid page format');
  return {
    // A page past the end is empty, so any page number is valid.
    number: Math.min(readNumber(query, 'page[number]', 1, Number.POSITIVE_INFINITY), Number.MAX_SAFE_INTEGER),
    size: readNumber(query, 'page[size]', defaultSize, maxSize),
  };
}

function readNumber(query: Query, name: string, defaultValue: number, max: number): number {
  const text = query[name];
  if (text === undefined) return defaultValue;
  const value = typeof text === 'string' && /^\d+$/.test(text) ? Number(text) : 0;
  if (value >= 1 && value <= max) return value;
  const expected = max === maxSize ? `a whole number from 1 to ${max}` : 'a whole number from 1';
  throw invalidParameter(name, `Invalid ${name} format: ${expected} is expected`);
}

/** Reads a parameter that must not be repeated. An empty value counts as missing. */
export function readText(query: Query, name: string): string | null {
  const text = query[name];
  if (Array.isArray(text)) throw invalidParameter(name, `Parameter '${name}' is given more than once`);
  return text === undefined || text.trim() === '' ? null : text.trim();
}

function invalidParameter(parameter: string, title: string): Problem {
  return new Problem('invalid_input', { title, parameter });
}
