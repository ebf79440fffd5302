import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { testDatabase } from '../../../tests/kit/database.ts';
import { until } from '../../../tests/kit/events.ts';
import { withTimeout } from './with-timeout.ts';

const timeoutError = () => new Error('too late');

test('work that takes too long fails and is cancelled together with its query', async () => {
  const { db } = await testDatabase();
  const slow = withTimeout({ timeoutMs: 200, timeoutError }, () => sql`select pg_sleep(30), 'slow request'`.execute(db));
  await assert.rejects(slow, { message: 'too late' });
  await until(async () => {
    const { rows } =
      await sql`select 1 from pg_stat_activity where state = 'active' and query like '%slow request%' and pid <> pg_backend_pid()`.execute(
        db,
      );
    return rows.length === 0;
  });
});

test('work that completes in time returns its result', async () => {
  assert.equal(await withTimeout({ timeoutMs: 10_000, timeoutError }, async () => 5), 5);
});
