import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ApiError } from './api-error.ts';
import { readPage } from './read-page.ts';

test('invalid pagination parameters are rejected with a message that says what is wrong', () => {
  for (const [paging, query, status, title] of [
    ['cursor', { 'page[cursor]': 'x'.repeat(1001) }, 400, 'page[cursor] has more than 1,000 characters.'],
    ['cursor', { 'page[cursor]': ['a', 'b'] }, 400, 'page[cursor] must be given only once.'],
    ['page', { 'page[num]': '0' }, 400, 'page[num] must be a positive integer.'],
    ['page', { 'page[size]': '101' }, 400, 'page[size] must be an integer from 1 to 100.'],
    ['page', { 'page[num]': '501' }, 416, 'Only the first 10,000 rows can be paged through. Narrow the results with filters.'],
  ] as const) {
    assert.throws(
      () => readPage(paging, query),
      (error: ApiError) => error.status === status && error.message === title,
      title,
    );
  }
});

test('the last page within the first 10,000 rows and a cursor of 1,000 characters are accepted', () => {
  assert.equal(readPage('page', { 'page[num]': '500' }).offset, 9980);
  assert.equal(readPage('cursor', { 'page[cursor]': 'x'.repeat(1000) }).cursor?.length, 1000);
});
