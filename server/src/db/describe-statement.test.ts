import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeStatement } from './describe-statement.ts';

test('a prepared statement is described by its name, others by verb and table', () => {
  const nameOf = (text: string, name?: string) => describeStatement(text, name).summary;
  assert.equal(nameOf('select 1 from companies', 'load_company'), 'load_company');
  assert.equal(nameOf('select "id" from "tags" where "account_id" = $1'), 'select tags');
  assert.equal(nameOf('\n  insert into inbox (account_id) values ($1)'), 'insert inbox');
  assert.equal(nameOf('begin'), 'begin');
});

test('literals and comments are removed from the text of a statement, and a long string is truncated', () => {
  const textOf = (text: string) => describeStatement(text).query;
  assert.equal(
    textOf("select *\n from users where email = 'it''s@me.example' and id = 42 and $1 > 1.5"),
    "select * from users where email = '?' and id = ? and $1 > ?",
  );
  assert.equal(textOf('select $tag$secret$tag$, v1 from table2 /* who asks */'), "select '?', v1 from table2");
  assert.equal(textOf("select 'cut in the mid"), "select '?'");
  assert.equal(textOf(`select ${'a, '.repeat(5000)}`).length, 2000);
});
