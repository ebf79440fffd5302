import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { testDatabase } from '../../../../tests/kit/database.ts';
import { dayMs } from '../../lib/day-ms.ts';
import { firstOf } from '../../lib/first-of.ts';
import { loadVisitsInWindow } from './load-visits-in-window.ts';
import { PageCache } from './page-cache.ts';

test('loadVisitsInWindow looks up visits by visitor, even if the table has no statistics', async () => {
  const { db } = await testDatabase();
  const now = new Date();
  const month = `visits_${now.toISOString().slice(0, 7).replace('-', '_')}`;
  await sql`alter table ${sql.ref(month)} set (autovacuum_enabled = off)`.execute(db);
  // With this many rows and no statistics, the index by time looks as cheap to the planner as the index by visitor.
  await sql`
    insert into visits (account_id, started_at, id, visitor_id, place_id, ended_at, page_depth, visit_length, page_ids, ga_client_ids, events, goals)
    select 1, ${now}::timestamptz + number * interval '1 microsecond', gen_random_uuid(), 'visitor ' || number, 0, ${now}, 1, 1, '{}', '{}',
      jsonb_build_object('clients', '[]'::jsonb, 'hits', jsonb_build_array(jsonb_build_object('i', repeat('x', 880), 't', ${now.getTime()}::bigint))), '[]'
    from generate_series(1, 22200) as number`.execute(db);
  const expected = Array.from({ length: 300 }, (_, index) => `visitor ${index * 7 + 1}`);
  const window = { fromMs: now.getTime() - 1_800_000, toMs: now.getTime() + dayMs };
  await db.transaction().execute(async (trx) => {
    await sql`set local enable_seqscan = off`.execute(trx);
    const found = await loadVisitsInWindow(
      trx,
      '1',
      expected.map((visitorId) => ({ visitorId, window })),
      new PageCache(),
    );
    assert.deepEqual(
      found.map(({ visits }) => visits.map(({ visitorId }) => visitorId)),
      expected.map((visitorId) => [visitorId]),
    );
    const { rows } = await sql<{ fetched: string }>`
      select idx_tup_fetch as fetched from pg_stat_xact_user_tables where relname = ${month}`.execute(trx);
    assert.ok(Number(firstOf(rows).fetched) <= 2 * expected.length, `${firstOf(rows).fetched} rows were read for ${expected.length}`);
  });
});
