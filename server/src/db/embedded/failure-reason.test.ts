import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failureReason } from './failure-reason.ts';

test('the reason for a failure is the first line that looks like an error', () => {
  const cleanUp = 'initdb: removing contents of data directory "/data/postgres.new"';
  for (const reason of [
    'sh: 1: cannot create /dev/null: Permission denied',
    'initdb: error: could not create directory "/data/postgres.new": No space left on device',
    'FATAL:  data directory "/data/postgres" has wrong ownership',
  ]) {
    assert.equal(failureReason(`creating subdirectories ... ok\n${reason}\n${cleanUp}\n\n`), reason);
  }
});

test('without a line that looks like an error, the reason is the last line that is not blank', () => {
  assert.equal(failureReason('one\n two \n\n'), 'two');
  assert.match(failureReason(''), /it gave no reason; see the folder logs/);
});
