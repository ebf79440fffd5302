import assert from 'node:assert/strict';
import { test } from 'node:test';
import { splitStatements } from './split-statements.ts';

test('a script is split at the semicolons between its statements', () => {
  assert.deepEqual(splitStatements('select 1; select 2 ;\n'), ['select 1', 'select 2']);
  assert.deepEqual(splitStatements('select 1;\n-- the end;\n;'), ['select 1']);
});

test('semicolons in quotes, comments and function bodies do not end a statement', () => {
  for (const whole of [
    `select 'a;''b;'`,
    'select 1 as "a;b"',
    '-- a;b\nselect 1 - 2',
    '/* a;b */ select 4 / 2',
    'create function f() returns int language sql as $$ select 1; $$',
    'do $body$ begin perform $$a;$$; end $body$',
  ]) {
    assert.deepEqual(splitStatements(`${whole};select 2`), [whole, 'select 2']);
  }
});
