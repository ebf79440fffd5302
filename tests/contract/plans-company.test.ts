import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { largestCompanyId, loadDirectory } from '../../bench/screens-dataset.ts';
import { channels, createSendersTable, loadVisits, pageGoals } from '../../bench/screens-load.ts';
import { firstOf } from '../../server/src/lib/first-of.ts';
import { BrowserSession } from '../kit/browser-session.ts';
import { checkedClient, rowsOfAllPages } from '../kit/checked-client.ts';
import { recordStatements } from '../kit/recorded-statements.ts';
import { rowsRead } from '../kit/rows-read.ts';
import { startTestService } from '../kit/service.ts';

const recorded = recordStatements();
const service = await startTestService({ environment: { TRUST_PROXY: 'loopback' } });
service.clock.set('2026-10-01T00:00:00Z');
const { ctx } = service;
const { db } = ctx;

const companies = 50;
const visits = 10_000;
/** A statement may read a few rows for each of the 2,000 newest visits of a company. */
const maxRead = 5000;
const days = { from: '2026-09-01', to: '2026-09-30' };

const account = await service.newAccount({ credits: 1000 });
const { accountId } = account;

// Nearly all visits are of one company and reach a goal.
await loadDirectory(db, companies);
await createSendersTable(db);
await sql`
  insert into bench_senders select n, ${largestCompanyId}::bigint + n, 1, null from generate_series(0, ${companies - 1}::int) as n`.execute(
  db,
);
const period = { end: ctx.clock.now(), days: 31, recentDays: 30, recentShare: 0.97 };
const website = { pages: 5, channels, goals: pageGoals([0, 1, 2, 3]) };
await loadVisits(ctx, { accountId, visits, identified: companies, senders: companies, largestShare: 0.95, period, website });

await sql`
  insert into signals (id, company_id, category, title, published_at)
  select 1000000 + n, ${largestCompanyId}::bigint, 'job_ads', 'Job ' || n, ${period.end}::timestamptz - n * interval '1 hour'
  from generate_series(1, ${2 * maxRead}::int) as n`.execute(db);

test('the page of a company reads a bounded number of its visits, with and without planner statistics', async () => {
  const { rows } = await sql<{ reached: number }>`
    select count(*)::int as reached from visits
    where account_id = ${accountId} and company_id = ${largestCompanyId}::bigint and goals <> '[]'`.execute(db);
  assert.ok(firstOf(rows).reached > maxRead, `${firstOf(rows).reached} visits with goals`);
  const person = new BrowserSession(service);
  await person.signIn(account.email);
  for (const hasStatistics of [false, true]) {
    if (hasStatistics) await sql`analyze`.execute(db);
    recorded.length = 0;
    for (const path of [`?${new URLSearchParams(days)}`, '', '/timeline', '/insights', '/contacts', '/emails']) {
      const { status, body } = await person.get(`/accounts/${accountId}/companies/${largestCompanyId}${path}`);
      assert.equal(status, 200, JSON.stringify(body));
    }
    const statements = recorded.filter(({ role }) => role === 'account');
    assert.ok(statements.length > 20);
    const excessive: string[] = [];
    const client = await service.connection.pool.connect();
    for (const statement of statements) {
      const plan = await rowsRead(client, statement);
      if (plan && plan.read > maxRead) excessive.push(`${plan.read} rows read: ${statement.text}`);
    }
    client.release();
    assert.deepEqual(excessive, [], hasStatistics ? 'with statistics' : 'without statistics');
  }
});

test('the pages of signals contain every goal that a company with many visits reached, once a day', async () => {
  const { rows } = await sql<{ day: string; name: string; at: Date }>`
    select (reached_at at time zone 'UTC')::date::text as day, name, min(reached_at) as at
    from visits v cross join jsonb_array_elements(v.goals) as goal
    join goals g on g.account_id = ${accountId} and g.id = (goal ->> 'goalId')::uuid
    cross join to_timestamp((goal ->> 'reachedAtMs')::float8 / 1000) as reached_at
    where v.account_id = ${accountId} and v.company_id = ${largestCompanyId}::bigint
    group by 1, 2 order by 3 desc`.execute(db);
  const call = checkedClient(service, account);
  const [from, to] = ['2026-09-05', '2026-09-12'];
  const cases = [
    { size: 7, body: {}, expected: rows },
    { size: 100, body: { event_date: { to } }, expected: rows.filter(({ day }) => day <= to) },
    { size: 3, body: { publication_date: { from, to } }, expected: rows.filter(({ day }) => day >= from && day <= to) },
  ];
  for (const { size, body, expected } of cases) {
    const signals = await rowsOfAllPages((cursor) =>
      call(`/v1/companies/signals/search?page[size]=${size}&page[cursor]=${cursor}`, {
        body: { company_ids: [largestCompanyId], ...body },
      }),
    );
    assert.ok(expected.length > 20, `${expected.length} goals`);
    assert.deepEqual(
      signals
        .filter(({ attributes }) => attributes.title === 'Goal reached')
        .map(({ attributes }) => [attributes.event_date, attributes.summary, attributes.published_at]),
      expected.map(({ day, name, at }) => [day, `The goal “${name}” was reached.`, at.toISOString()]),
    );
  }
});
