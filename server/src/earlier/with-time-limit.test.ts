import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { testDatabase } from '../../../tests/kit/database.ts';
import { until } from '../../../tests/kit/events.ts';
import { errorResponse } from './error-response.ts';
import { TimeLimitExceeded, withTimeLimit } from './with-time-limit.ts';

test('a request that takes too long is cancelled together with its query', async () => {
  const { db } = await testDatabase();
  const slow = withTimeLimit(200, () => sql`select pg_sleep(30), 'slow request'`.execute(db));
  await assert.rejects(slow, TimeLimitExceeded);
  await until(async () => {
    const { rows } =
      await sql`select 1 from pg_stat_activity where state = 'active' and query like '%slow request%' and pid <> pg_backend_pid()`.execute(
        db,
      );
    return rows.length === 0;
  });
  assert.equal(errorResponse(new TimeLimitExceeded('It took too long')).status, 500);
});

test('a request in time gets its response', async () => {
  assert.equal(await withTimeLimit(10_000, async () => 5), 5);
});
