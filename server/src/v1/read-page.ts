import { ApiError } from './api-error.ts';

export type Page = { num: number; size: number; offset: number; cursor: string | null };

const firstPage: Page = { num: 1, size: 20, offset: 0, cursor: null };
const maxSize = 100;
const lastOffset = 10_000;

/** Pagination: reads `page[num]` and `page[size]`, or `page[cursor]` and `page[size]`. */
export function readPage(paging: 'page' | 'cursor' | undefined, query: Record<string, unknown>): Page {
  if (paging === undefined) return firstPage;
  const size = wholeNumber(query, 'page[size]', firstPage.size, maxSize);
  if (paging === 'cursor') return { ...firstPage, size, cursor: readCursor(query['page[cursor]']) };
  const num = wholeNumber(query, 'page[num]', 1, Number.MAX_SAFE_INTEGER);
  const offset = (num - 1) * size;
  if (offset + size > lastOffset) {
    throw new ApiError(416, {
      code: 'offset_exceeded',
      title: `Pages reach the first ${lastOffset} rows only: narrow the request down with filters.`,
      source: { parameter: 'page[num]' },
    });
  }
  return { num, size, offset, cursor: null };
}

function wholeNumber(query: Record<string, unknown>, parameter: string, defaultValue: number, max: number): number {
  const text = query[parameter];
  if (text === undefined) return defaultValue;
  const value = typeof text === 'string' && /^\d{1,16}$/.test(text) ? Number(text) : 0;
  if (value < 1 || value > max) {
    const range = max === maxSize ? `from 1 to ${max}` : 'from 1 on';
    throw new ApiError(400, { code: 'invalid_parameter', title: `${parameter} must be a whole number ${range}.`, source: { parameter } });
  }
  return value;
}

function readCursor(given: unknown): string | null {
  if (given === undefined || given === '') return null;
  if (typeof given === 'string' && given.length <= 1000) return given;
  const parameter = 'page[cursor]';
  throw new ApiError(400, { code: 'invalid_parameter', title: 'page[cursor] must be given once.', source: { parameter } });
}
