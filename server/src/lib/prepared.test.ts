import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { testDatabase } from '../../../tests/kit/database.ts';
import { prepared } from './prepared.ts';

test('a prepared statement is cached by the connection under its name', async () => {
  const { db } = await testDatabase();
  await db.transaction().execute(async (trx) => {
    for (const number of [1, 2]) {
      const { rows } = await prepared('double_it', sql<{ twice: number }>`select 2 * ${number}::int as twice`).execute(trx);
      assert.deepEqual(rows, [{ twice: 2 * number }]);
    }
    const { rows } = await sql<{ name: string }>`select name from pg_prepared_statements where name = 'double_it'`.execute(trx);
    assert.equal(rows.length, 1);
  });
});
