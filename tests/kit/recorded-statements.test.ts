import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { testDatabase } from './database.ts';
import { recordStatements } from './recorded-statements.ts';

const recorded = recordStatements();
const { db } = await testDatabase();

test('a statement is recorded with the planner settings of its transaction, and a rollback to a savepoint restores the earlier ones', async () => {
  await db.transaction().execute(async (trx) => {
    const run = (...texts: string[]) => texts.reduce((last, text) => last.then(() => sql.raw(text).execute(trx)), Promise.resolve({}));
    await run('set local enable_seqscan = off', 'savepoint line', 'select 1');
    await run('set local enable_sort = off', 'select 2', 'rollback to savepoint line', 'select 3', 'release savepoint line', 'select 4');
  });
  await sql`select 5`.execute(db);
  const settings = recorded.filter(({ text }) => /^select \d/.test(text)).map((statement) => [statement.text, statement.settings]);
  const [seqscan, sort] = ['set local enable_seqscan = off', 'set local enable_sort = off'];
  assert.deepEqual(settings, [
    ['select 1', [seqscan]],
    ['select 2', [seqscan, sort]],
    ['select 3', [seqscan]],
    ['select 4', [seqscan]],
    ['select 5', []],
  ]);
});
