import { ApiError } from './api-error.ts';

export type Page = { num: number; size: number; offset: number; cursor: string | null };

const firstPage: Page = { num: 1, size: 20, offset: 0, cursor: null };
const maxSize = 100;
const maxRows = 10_000;
const maxCursorLength = 1000;

/** Pagination: reads `page[num]` and `page[size]`, or `page[cursor]` and `page[size]`. */
export function readPage(paging: 'page' | 'cursor' | undefined, query: Record<string, unknown>): Page {
  if (paging === undefined) return firstPage;
  const size = positiveInteger(query, 'page[size]', firstPage.size, maxSize);
  if (paging === 'cursor') return { ...firstPage, size, cursor: readCursor(query['page[cursor]']) };
  const num = positiveInteger(query, 'page[num]', 1, Number.MAX_SAFE_INTEGER);
  const offset = (num - 1) * size;
  if (offset + size > maxRows) {
    throw new ApiError(416, {
      code: 'offset_exceeded',
      title: 'Only the first 10,000 rows can be paged through. Narrow the results with filters.',
      source: { parameter: 'page[num]' },
    });
  }
  return { num, size, offset, cursor: null };
}

function positiveInteger(query: Record<string, unknown>, parameter: string, defaultValue: number, max: number): number {
  const text = query[parameter];
  if (text === undefined) return defaultValue;
  const value = typeof text === 'string' && /^\d{1,16}$/.test(text) ? Number(text) : 0;
  if (value < 1 || value > max) {
    const expected = max === maxSize ? `an integer from 1 to ${max}` : 'a positive integer';
    throw new ApiError(400, { code: 'invalid_parameter', title: `${parameter} must be ${expected}.`, source: { parameter } });
  }
  return value;
}

function readCursor(cursor: unknown): string | null {
  if (cursor === undefined || cursor === '') return null;
  if (typeof cursor === 'string' && cursor.length <= maxCursorLength) return cursor;
  const parameter = 'page[cursor]';
  const title = typeof cursor === 'string' ? `${parameter} has more than 1,000 characters.` : `${parameter} must be given only once.`;
  throw new ApiError(400, { code: 'invalid_parameter', title, source: { parameter } });
}
