import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errorResponse, TimeLimitExceeded } from './error-response.ts';

test('a request that exceeds its time limit gets a 500 that suggests a smaller request; other internal errors carry no details', () => {
  const title = 'The request took too long: ask for fewer days, or for an export';
  assert.deepEqual(errorResponse(new TimeLimitExceeded()), { status: 500, title });
  assert.deepEqual(errorResponse(new Error('a detail')), { status: 500, title: 'The request could not be processed' });
});
