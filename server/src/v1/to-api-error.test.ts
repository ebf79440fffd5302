import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toApiError } from './to-api-error.ts';

const errorOf = (code: string, statusCode: number) => {
  const error = toApiError(Object.assign(new Error('as fastify throws it'), { code, statusCode }));
  return error && [error.status, ...error.errors.map(({ title }) => title)];
};

test('only errors of the JSON parser are reported as invalid JSON, and an internal error of fastify is not mapped', () => {
  assert.deepEqual(errorOf('FST_ERR_CTP_INVALID_JSON_BODY', 400), [400, 'The body could not be read as JSON.']);
  assert.deepEqual(errorOf('FST_ERR_CTP_EMPTY_JSON_BODY', 400), [400, 'The body could not be read as JSON.']);
  assert.deepEqual(errorOf('FST_ERR_CTP_BODY_TOO_LARGE', 413), [413, 'The body is larger than 1 MB.']);
  assert.deepEqual(errorOf('FST_ERR_CTP_INVALID_CONTENT_LENGTH', 400), [400, 'The request is invalid.']);
  assert.equal(errorOf('FST_ERR_SEND_INSIDE_ONERR', 500), null);
});
