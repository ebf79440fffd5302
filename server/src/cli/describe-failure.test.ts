import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Command, InvalidArgumentError } from 'commander';
import { describeFailure } from './describe-failure.ts';

test('an invalid argument is described on one line that refers to the help', () => {
  const program = new Command().exitOverride().configureOutput({ writeErr: () => {} });
  program.option('--limit <number>', '', () => {
    throw new InvalidArgumentError('It must be from 1 to 10.');
  });
  assert.throws(
    () => program.parse(['--limit', '11'], { from: 'user' }),
    (error) => {
      assert.deepEqual(describeFailure(error), [
        `Option '--limit <number>' argument '11' is invalid. It must be from 1 to 10: see "leadlight --help".`,
      ]);
      return true;
    },
  );
});
