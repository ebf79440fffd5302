import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isTransientError } from './transient-error.ts';

const withCode = (code: string) => Object.assign(new Error('words'), { code });

test('errors of an unreachable, full or restarting database are transient; errors of invalid content are not', () => {
  for (const code of ['ECONNREFUSED', 'ECONNRESET', 'EAI_AGAIN', 'EROFS', '57P01', '57P03', '53100', '40P01', '55000', '08006']) {
    assert.equal(isTransientError(withCode(code)), true, code);
  }
  for (const code of ['22P05', '23514', '42703', 'ENOENT', 'ERR_INVALID_ARG_TYPE', 'FST_ERR_VALIDATION'])
    assert.equal(isTransientError(withCode(code)), false, code);
  assert.equal(isTransientError(Object.assign(withCode('ENOENT'), { syscall: 'connect' })), true, 'a missing Unix socket');
  assert.equal(isTransientError(new Error('Connection terminated unexpectedly')), true);
  assert.equal(isTransientError(new AggregateError([withCode('ECONNREFUSED'), withCode('ECONNREFUSED')])), true);
  assert.equal(isTransientError(new TypeError('Cannot read properties of undefined')), false);
});
