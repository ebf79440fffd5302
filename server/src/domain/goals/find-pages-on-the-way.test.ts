import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { testDatabase } from '../../../../tests/kit/database.ts';
import { findPagesOnTheWay } from './find-pages-on-the-way.ts';
import type { Goal } from './match-goals.ts';

const { db } = await testDatabase();
const now = new Date();
const interval = { fromAt: new Date(now.getTime() - 3_600_000), toAt: new Date(now.getTime() + 1) };
const goalOf = (id: string): Goal => ({ id, name: id, kind: 'page', match: { operator: 'is', value: `/${id}` }, active: true });

await sql`
  insert into pages (account_id, id, url, hostname, path)
  select 1, id, 'https://shop.example' || path, 'shop.example', path
  from (values (1, '/prices'), (2, '/team'), (3, '/rare')) as page (id, path)`.execute(db);
/** Adds visits that reached a goal, a millisecond apart, the last of them the given minutes ago. */
const addVisits = (count: number, goal: string, pages: number[], minutesAgo: number) =>
  sql`
    insert into visits (account_id, started_at, id, visitor_id, place_id, ended_at, page_depth, visit_length, page_ids, ga_client_ids, events, goals)
    select 1, ${now}::timestamptz - ${minutesAgo}::int * interval '1 minute' - number * interval '1 millisecond', gen_random_uuid(), 'v', 0, ${now}, 2, 1, ${pages}::bigint[], '{}', '{}',
      ${JSON.stringify([{ goalId: goal, reachedAtMs: 0, eventIds: [] }])}::jsonb
    from generate_series(1, ${count}::int) as number`.execute(db);

test('a frequent goal does not displace the visits of a rare one', async () => {
  await addVisits(10_010, 'frequent', [1], 1);
  await addVisits(1, 'rare', [2, 3], 30);
  const pages = await findPagesOnTheWay({ db }, '1', [goalOf('rare'), goalOf('frequent')], interval);
  assert.deepEqual(
    [...pages],
    [
      ['rare', [{ id: '2', path: '/team', visits: 1 }]],
      ['frequent', [{ id: '1', path: '/prices', visits: 10_000 }]],
    ],
  );
});
