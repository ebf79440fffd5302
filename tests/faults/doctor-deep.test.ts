import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type RawBuilder, sql } from 'kysely';
import { createGoal } from '../../server/src/domain/goals/create-goal.ts';
import { findDifferences } from '../../server/src/domain/integrity/find-differences.ts';
import { buildLeadWindow } from '../../server/src/domain/leads/build-lead-window.ts';
import { firstOf } from '../../server/src/lib/first-of.ts';
import { addresses, manyCompanies, visit } from '../kit/earlier.ts';
import { runQueuedJobs } from '../kit/jobs.ts';
import { leadlight, testDataDir } from '../kit/server-process.ts';
import { startTestService } from '../kit/service.ts';

const service = await startTestService({ environment: { TRUST_PROXY: 'loopback' } });
service.clock.set('2026-10-01T12:00:00Z');
const { db } = service.ctx;
const account = await service.newAccount({ timezone: 'Atlantic/Azores' });
const { accountId } = account;
const companies = await manyCompanies(3);
const page = (at: string, path: string) => ({ at, url: `https://shop.example${path}` });
await createGoal(service.ctx, accountId, {
  name: 'Prices',
  kind: 'page',
  match: { operator: 'contains', value: 'pricing' },
  value: null,
  active: true,
});
await visit(
  service,
  account,
  ...companies.flatMap(({ ip }, at) => [
    { ip, visitor: `a${at}`, events: [page('2026-09-01T00:30:00Z', '/?utm_campaign=autumn'), page('2026-09-01T00:32:00Z', '/pricing')] },
    { ip: '91.64.0.10', visitor: `a${at}`, events: [page('2026-09-05T10:00:00Z', '/')] },
  ]),
);
await visit(service, account, { ip: firstOf(companies).ip, visitor: 'o', events: [page('2026-10-01T08:00:00Z', '/?utm_campaign=autumn')] });
await runQueuedJobs(service);
// The directory was loaded at the time of the machine.
await sql`update companies set updated_at = '2026-09-01' where id in (select company_id from leads)`.execute(db);
await buildLeadWindow(service.ctx, { accountId, from: '2026-08-31', to: '2026-09-29', usedAt: service.clock.now() });

const environment = { DATABASE_URL: service.connection.url, DATA_DIR: testDataDir() };
const doctor = (...args: string[]) => leadlight(['doctor', '--deep', ...args], environment);
const listDifferences = async () => {
  const { checks } = await findDifferences(service.ctx, {});
  return checks.filter(({ differences }) => differences > 0).map(({ check, differences }) => [check, differences]);
};

test('rollups written by the service pass the check, for all accounts and for one', async () => {
  await service.newAccount();
  assert.deepEqual(await listDifferences(), []);
  const { code, stdout } = await doctor('--account', accountId, '--json');
  const { healthy, deep } = JSON.parse(stdout);
  assert.deepEqual([deep.accounts, deep.differences], [1, 0]);
  assert.equal(code, healthy ? 0 : 1);
  const unknown = await doctor('--account', '999999');
  assert.equal(unknown.code, 1);
  assert.match(unknown.stderr, /There is no account 999999/);
});

const own = sql`account_id = ${accountId}`;
const corruptions: [checks: string | string[], statement: RawBuilder<unknown>][] = [
  [
    'company_days',
    sql`update company_days set visits = visits + 1 where ${own} and company_id = (select min(company_id) from company_days where ${own})`,
  ],
  ['visit_days', sql`update visit_days set day = day - 1 where ${own}`],
  ['company_pages', sql`delete from company_pages where ${own} and page_id = (select min(page_id) from company_pages where ${own})`],
  [
    'leads',
    sql`update leads set last_visit_at = last_visit_at + interval '1 minute' where ${own} and company_id = (select min(company_id) from leads where ${own})`,
  ],
  [
    'lead_windows',
    sql`update lead_window_rollups set visits = visits + 1 where ${own} and company_id = (select min(company_id) from lead_window_rollups where ${own})`,
  ],
  ...Object.entries({
    first_visit_at: sql`first_visit_at - interval '1 hour'`,
    quality: sql`quality + 1`,
    name: sql`name || 'x'`,
    place: sql`'elsewhere'`,
    source: sql`'elsewhere'`,
    industry: sql`'another'`,
    employees: sql`coalesce(employees, 0) + 1`,
  }).map(([column, value]): (typeof corruptions)[number] => [
    'lead_windows',
    sql`update lead_window_rollups set ${sql.ref(column)} = ${value} where ${own}`,
  ]),
  ['lead_windows', sql`update lead_windows set leads = leads + 1 where ${own}`],
  [['leads', 'lead_windows', 'visit_rollups', 'company_gaps'], sql`delete from leads where ${own}`],
  ['visit_rollups', sql`update visit_rollups set visits = visits + 1 where ${own} and unit = 'month' and kind = 'page'`],
  ['visit_rollups', sql`update visit_rollups set visits = visits + 1 where ${own} and unit = 'total' and kind = 'goal'`],
  ['visit_rollups', sql`update visit_rollups set goals = goals + 1 where ${own} and unit = 'total' and kind = 'campaign'`],
  [
    ['visit_rollups', 'company_gaps'],
    sql`update visit_rollups set companies = '{9}' where ${own} and unit = 'total' and kind = 'campaign_country'`,
  ],
  [['company_values', 'company_gaps'], sql`delete from company_values where ${own} and value_id <> 0`],
  [
    'company_gaps',
    sql`update visit_rollups set companies = companies[1:1] || 9 where ${own} and unit = 'day' and kind = 'all'
      and day = (select max(day) from visit_rollups where ${own} and unit = 'day')`,
  ],
  [
    'company_gaps',
    sql`update visit_rollups set companies = companies[1:1] || 9 where ${own} and unit = 'month' and kind = 'industry' and day = '2026-10-01'`,
  ],
  ['company_gaps', sql`update visit_rollups set companies = companies[1:1] || 9 where ${own} and unit = 'total' and kind = 'campaign'`],
  ['visit_rollup_hours', sql`update visit_rollup_hours set hour = hour + interval '1 hour' where ${own} and kind = 'campaign'`],
  ['visit_rollup_hours', sql`update visit_rollup_hours set companies = companies + 1 where ${own} and kind = 'all'`],
  ['company_values', sql`update company_values set hours = hours | 4 where ${own} and value_id = 0`],
  ['visitors', sql`delete from visitors where ${own} and id = 'a0'`],
  [
    'companies',
    sql`update companies set merged_into = (select max(id) from companies) where id = (select min(company_id) from visits where ${own})`,
  ],
  [['lead_windows', 'visit_rollups', 'company_values', 'visit_references'], sql`delete from places where ${own}`],
  [
    'lists',
    sql`insert into lists (account_id, id, kind, scope, name, item_count, created_at) values (${accountId}, 1, 'static', 'company', 'Empty', 1, now())`,
  ],
  [
    'event_ledger',
    sql`update event_outcomes set events = events + 1 where ${own} and lane = (select min(lane) from event_outcomes where ${own})`,
  ],
  ['credits', sql`insert into credit_months values (${accountId}, '2026-09-01', 3)`],
  ['visits', sql`update visits set visit_length = visit_length + 1 where ${own} and visitor_id = 'a1'`],
  [
    ['visit_rollups', 'visits'],
    sql`update visits set page_ids = array[page_ids[2], page_ids[1]] where ${own} and visitor_id = 'a1' and page_depth = 2`,
  ],
  [['visit_rollups', 'visits'], sql`update visits set landing_page_id = page_ids[2] where ${own} and visitor_id = 'a1' and page_depth = 2`],
  ['goals', sql`update visits set goals = jsonb_set(goals, '{0,reachedAtMs}', '5') where ${own} and goals <> '[]'`],
];

test('each corruption is reported by exactly the expected checks', async () => {
  for (const [expected, statement] of corruptions) {
    const undo = new Error('undo');
    let names: string[] = [];
    const attempt = db.transaction().execute(async (trx) => {
      await statement.execute(trx);
      const { checks } = await findDifferences({ db: nested(trx) }, { accountId });
      names = checks.filter(({ differences }) => differences > 0).map(({ check }) => check);
      throw undo;
    });
    await assert.rejects(attempt, undo);
    assert.deepEqual(names, [expected].flat());
  }
});

/** Joins the open transaction instead of starting one. */
function nested(trx: Parameters<Parameters<ReturnType<typeof db.transaction>['execute']>[0]>[0]): typeof db {
  const inner = {
    setIsolationLevel: () => inner,
    setAccessMode: () => inner,
    execute: (work: (given: typeof trx) => unknown) => work(trx),
  };
  return { transaction: () => inner } as never;
}

test('while events are processed, no differences are found; checks affected by a pending rebuild are skipped', async () => {
  let hasEnded = false;
  const traffic = (async () => {
    for (let at = 0; at < 12; at++) {
      await visit(service, account, { ip: addresses.SAP, visitor: `t${at % 3}`, events: [page(`2026-09-10T10:${10 + at}:00Z`, `/${at}`)] });
    }
    hasEnded = true;
  })();
  while (!hasEnded) assert.deepEqual(await listDifferences(), []);
  await traffic;
  await sql`insert into day_rebuilds (account_id, requested_at, heartbeat_at) values (${accountId}, now(), now())`.execute(db);
  const { checks } = await findDifferences(service.ctx, { accountId });
  const skipped = checks.filter(({ skippedFor }) => skippedFor.length > 0).map(({ check }) => check);
  assert.deepEqual(skipped, [
    'company_days',
    'visit_days',
    'company_pages',
    'leads',
    'lead_windows',
    'visit_rollups',
    'visit_rollup_hours',
    'company_values',
    'company_gaps',
  ]);
  await sql`delete from day_rebuilds`.execute(db);
});

test('the command reports differences and how to repair them, and the repair works', async () => {
  await sql`update leads set visits = visits + 5 where ${own} and company_id = (select min(company_id) from leads where ${own} and visits > 0)`.execute(
    db,
  );
  await sql`update visit_days set visits = visits + 7 where ${own}`.execute(db);
  await sql`update lead_windows set leads = leads + 3 where ${own}`.execute(db);
  const before = await doctor();
  assert.equal(before.code, 1);
  const [, stored, counted] = before.stdout.match(
    /✗ Account \d+, leads .*: 1 differ\n +lead \d+: stored (\d+) visits, .*, counted (\d+) visits/,
  )!;
  assert.equal(Number(stored), Number(counted) + 5);
  assert.match(before.stdout, new RegExp(`npx leadlight data rebuild-rollups --account ${accountId}`));
  const rebuild = await leadlight(['data', 'rebuild-rollups', '--account', accountId], environment);
  assert.equal(rebuild.code, 0, rebuild.stderr);
  assert.match(
    (await leadlight(['status', '--account', accountId], environment)).stdout,
    /: the rollups are being rebuilt, 0 of \d+ companies and 0 of [1-9]\d* days done/,
  );
  await runQueuedJobs(service);
  assert.deepEqual(await listDifferences(), []);
});
