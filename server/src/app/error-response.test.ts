import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errorResponse } from './error-response.ts';

function titleOf(keyword: string, params: Record<string, unknown>, instancePath = '/sort'): string {
  const error = Object.assign(new Error('querystring/sort must be equal to constant'), {
    validation: [{ instancePath, keyword, params, message: 'must be equal to constant' }],
  });
  const { status, code, title } = errorResponse(error);
  assert.deepEqual([status, code], [400, 'invalid_input']);
  return title;
}

test('an invalid value is described without the words of the validator', () => {
  assert.equal(titleOf('const', { allowedValue: 'name' }), 'The value of "sort" is not valid.');
  assert.equal(titleOf('pattern', { pattern: '^\\d+$' }, '/body/from'), 'The value of "from" is not valid.');
  assert.equal(titleOf('maxLength', { limit: 40 }), 'The value of "sort" has more than 40 characters.');
  assert.equal(titleOf('minLength', { limit: 1 }), 'The value of "sort" is missing.');
  assert.equal(titleOf('minLength', { limit: 3 }), 'The value of "sort" has fewer than 3 characters.');
  assert.equal(titleOf('required', { missingProperty: 'name' }, ''), 'The value of "name" is missing.');
  assert.equal(titleOf('type', { type: 'object' }, ''), 'The request is not well-formed.');
});
