import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errorResponse } from './error-response.ts';

const validationError = (keyword: string, params: Record<string, unknown>, instancePath: string) =>
  Object.assign(new Error('querystring/sort must be equal to constant'), {
    validation: [{ instancePath, keyword, params, message: 'must be equal to constant' }],
  });

function titleOf(keyword: string, params: Record<string, unknown>, instancePath = '/sort'): string {
  const { status, code, title } = errorResponse(validationError(keyword, params, instancePath));
  assert.deepEqual([status, code], [400, 'invalid_input']);
  return title;
}

test('an invalid value is described in plain words instead of with the message of the validator', () => {
  assert.equal(titleOf('const', { allowedValue: 'name' }), 'The value of "sort" is not valid.');
  assert.equal(titleOf('pattern', { pattern: '^\\d+$' }, '/body/from'), 'The value of "from" is not valid.');
  assert.equal(titleOf('maxLength', { limit: 40 }), 'The value of "sort" has more than 40 characters.');
  assert.equal(titleOf('minLength', { limit: 1 }), 'The value of "sort" is missing.');
  assert.equal(titleOf('minLength', { limit: 3 }), 'The value of "sort" has fewer than 3 characters.');
  assert.equal(titleOf('required', { missingProperty: 'name' }, ''), 'The value of "name" is missing.');
  assert.equal(titleOf('type', { type: 'object' }, ''), 'The request is not well-formed.');
});

test('the response names the form field with the error, even if its value is missing', () => {
  assert.equal(errorResponse(validationError('maxLength', { limit: 40 }, '/person/name')).field, 'name');
  assert.equal(errorResponse(validationError('required', { missingProperty: 'password' }, '/person')).field, 'password');
  assert.equal(errorResponse(validationError('type', { type: 'object' }, '')).field, undefined);
});

test('a body that is too large gets status 413', () => {
  const { status, title } = errorResponse(Object.assign(new Error('Request body is too large'), { statusCode: 413 }));
  assert.deepEqual([status, title], [413, 'The request is too large.']);
});
