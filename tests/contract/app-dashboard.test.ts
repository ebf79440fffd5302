import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import type { Breakdowns } from '../../server/src/domain/dashboard/get-breakdowns.ts';
import type { DataFlow } from '../../server/src/domain/dashboard/get-data-flow.ts';
import type { DrillDown } from '../../server/src/domain/dashboard/get-drill-down.ts';
import type { EntryAndExitPages } from '../../server/src/domain/dashboard/get-entry-and-exit-pages.ts';
import type { GoalFunnel } from '../../server/src/domain/dashboard/get-goal-funnel.ts';
import type { Overview } from '../../server/src/domain/dashboard/get-overview.ts';
import type { Trends } from '../../server/src/domain/dashboard/get-trends.ts';
import { createGoal } from '../../server/src/domain/goals/create-goal.ts';
import type { TimelineVisit } from '../../server/src/domain/leads/list-lead-visits.ts';
import type { LiveList } from '../../server/src/domain/live/list-live-visits.ts';
import { firstOf } from '../../server/src/lib/first-of.ts';
import { lastOf } from '../../server/src/lib/last-of.ts';
import { required } from '../../server/src/lib/required.ts';
import { BrowserSession } from '../kit/browser-session.ts';
import { addresses, visit } from '../kit/earlier.ts';
import { recordStatements } from '../kit/recorded-statements.ts';
import { rowsRead } from '../kit/rows-read.ts';
import { startTestService } from '../kit/service.ts';

const recorded = recordStatements();
const service = await startTestService({ environment: { TRUST_PROXY: 'loopback' } });
service.clock.set('2026-10-01T12:00:00Z');
const account = await service.newAccount({ timezone: 'Europe/Helsinki' });
const base = `/accounts/${account.accountId}`;
const match = { operator: 'is', value: '/pricing' } as const;
const goal = await createGoal(service.ctx, account.accountId, { name: 'Looked at pricing', kind: 'page', match });
const pricing = 'https://shop.example/pricing?utm_campaign=autumn&utm_source=letter';
await visit(
  service,
  account,
  // In Helsinki, this visit is already on September 2.
  { ip: addresses.Audi, events: [{ at: '2026-09-01T22:30:00Z', url: pricing }] },
  { ip: addresses.SAP, events: [{ at: '2026-09-02T10:00:00Z', url: pricing }] },
  { ip: addresses.BASF, events: [{ at: '2026-09-12T10:00:00Z', url: 'https://shop.example/?utm_campaign=spring&utm_source=letter' }] },
);
const person = new BrowserSession(service);
await person.signIn(account.email);
const trends = async (from: string, to: string) => (await person.get<Trends>(`${base}/trends?from=${from}&to=${to}`)).body;

test('goals and campaigns are counted by day in the account’s time zone', async () => {
  const response = await trends('2026-09-01', '2026-09-04');
  assert.deepEqual(response, {
    unit: 'day',
    steps: ['2026-09-01', '2026-09-02', '2026-09-03', '2026-09-04'],
    goals: [{ id: goal.id, name: 'Looked at pricing', total: 2, values: [0, 2, 0, 0] }],
    campaigns: [{ id: 'autumn', name: 'autumn', total: 2, values: [0, 2, 0, 0] }],
  });
});

test('the list of goals counts the visits of the last thirty days in the account’s time zone', async () => {
  const reachedCounts = async () =>
    (await person.get<{ reachedCount: number }[]>(`${base}/goals`)).body.map(({ reachedCount }) => reachedCount);
  // Both visits were on September 2 in Helsinki, where the day ends at nine in the evening in UTC.
  service.clock.set('2026-10-01T20:59:00Z');
  assert.deepEqual(await reachedCounts(), [2]);
  service.clock.set('2026-10-01T21:01:00Z');
  assert.deepEqual(await reachedCounts(), [0]);
  service.clock.set('2026-10-01T12:00:00Z');
});

test('a single day is counted by hour in the account’s time zone', async () => {
  const { unit, steps, campaigns, goals } = await trends('2026-09-02', '2026-09-02');
  assert.equal(unit, 'hour');
  assert.deepEqual(goals, [{ ...firstOf(campaigns), id: goal.id, name: 'Looked at pricing' }]);
  for (const day of ['2026-09-03', '2026-10-25']) {
    const empty = await person.get<Trends>(`${base}/trends?from=${day}&to=${day}`);
    assert.deepEqual([empty.status, empty.body.goals, empty.body.campaigns], [200, [], []], day);
  }
  assert.deepEqual([steps.length, steps[0], steps.at(-1)], [24, '2026-09-01T21:00:00.000Z', '2026-09-02T20:00:00.000Z']);
  const visitsByHour = firstOf(campaigns).values.flatMap((value, hour) => (value > 0 ? [`${hour}: ${value}`] : []));
  assert.deepEqual(visitsByHour, ['1: 1', '13: 1'], '01:30 and 13:00 in Helsinki');
  const { body } = await person.get<Overview>(`${base}/overview?from=2026-09-02&to=2026-09-02`);
  assert.equal(body.unit, 'hour');
  assert.deepEqual(
    body.steps.flatMap(({ at, visits }) => (visits > 0 ? [at] : [])),
    ['2026-09-01T22:00:00.000Z', '2026-09-02T10:00:00.000Z'],
  );
  const clockChange = await person.get<Overview>(`${base}/overview?from=2026-10-25&to=2026-10-25`);
  assert.equal(clockChange.body.steps.length, 25, 'an hour happens twice when the clock goes back');
});

test('long intervals are counted by week, and the weekly counts add up to the total', async () => {
  const { unit, steps, campaigns } = await trends('2026-06-01', '2026-09-30');
  assert.equal(unit, 'week');
  assert.deepEqual([steps.slice(0, 2), steps.at(-1)], [['2026-06-01', '2026-06-04'], '2026-09-24'], 'the last week is complete');
  assert.deepEqual(
    campaigns.map(({ name, total, values }) => ({ name, total, sum: values.reduce((sum, value) => sum + value, 0) })),
    [
      { name: 'autumn', total: 2, sum: 2 },
      { name: 'spring', total: 1, sum: 1 },
    ],
  );
  for (const { values } of campaigns) assert.equal(values.length, steps.length);
});

test('goals with the same name are counted separately, and only the values of the top five campaigns are read', async () => {
  const other = await service.newAccount();
  const goals = await Promise.all(
    ['/a', '/b'].map((value) =>
      createGoal(service.ctx, other.accountId, { name: 'Contact', kind: 'page', match: { operator: 'is', value } }),
    ),
  );
  const names = ['c1', 'c2', 'c3', 'c4', 'c5', 'c6'];
  const visitOf = (name: string, path: string, day: string) => {
    const url = `https://shop.example${path}?utm_campaign=${name}&utm_source=letter`;
    return { ip: addresses.Audi, visitor: name + day, events: [{ at: `2026-09-${day}T10:00:00Z`, url }] };
  };
  await visit(
    service,
    other,
    ...names.map((name) => visitOf(name, '/b', '10')),
    ...names.slice(1).map((name) => visitOf(name, '/a', '11')),
  );
  const owner = new BrowserSession(service);
  await owner.signIn(other.email);
  const get = async <Response>(path: string) =>
    (await owner.get<Response>(`/accounts/${other.accountId}/${path}?from=2026-09-10&to=2026-09-12`)).body;
  recorded.length = 0;
  const shown = await get<Trends>('trends');
  const client = await service.connection.pool.connect();
  let returned = 0;
  for (const statement of recorded.filter(({ text }) => text.includes('visit_rollups r')))
    returned = Math.max(returned, (await rowsRead(client, statement))?.returned ?? 0);
  client.release();
  assert.equal(returned, 5 * 2, 'a row for each of the five campaigns and two days');
  assert.deepEqual(
    shown.campaigns,
    names.slice(1).map((name) => ({ id: name, name, total: 2, values: [1, 1, 0] })),
  );
  const [first, second] = goals.map(({ id }) => id);
  assert.deepEqual(shown.goals, [
    { id: second, name: 'Contact', total: 6, values: [6, 0, 0] },
    { id: first, name: 'Contact', total: 5, values: [0, 5, 0] },
  ]);
  assert.deepEqual((await get<Breakdowns>('breakdowns')).goals, [
    { id: second, name: 'Contact', visits: 6, companies: 1 },
    { id: first, name: 'Contact', visits: 5, companies: 1 },
  ]);
});

test('in a small account, companies of a long interval are counted exactly', async () => {
  const small = await service.newAccount();
  const visitsOn = (ip: string, ...days: string[]) => days.map((day) => ({ ip, events: [{ at: `${day}T10:00:00Z` }] }));
  await visit(
    service,
    small,
    ...visitsOn(addresses.Audi, '2026-06-27', '2026-06-29', '2026-08-06'),
    ...visitsOn(addresses.SAP, '2026-06-29', '2026-08-06'),
    ...visitsOn(addresses.BASF, '2026-06-29', '2026-08-06'),
  );
  const owner = new BrowserSession(service);
  await owner.signIn(small.email);
  const { body } = await owner.get<Overview>(`/accounts/${small.accountId}/overview?from=2026-06-01&to=2026-09-30`);
  assert.equal(body.totals.companies, 3);
});

test('today is compared with the same hours of the previous day, other intervals with whole days', async () => {
  const other = await service.newAccount({ timezone: 'Europe/Helsinki' });
  const visitAt = (ip: string, time: string) => ({ ip, events: [{ at: time }] });
  await visit(
    service,
    other,
    visitAt(addresses.Audi, '2026-09-29T10:00:00Z'),
    visitAt(addresses.Audi, '2026-09-29T21:30:00Z'),
    visitAt(addresses.SAP, '2026-09-30T11:59:00Z'),
    visitAt(addresses.BASF, '2026-09-30T12:01:00Z'),
  );
  const owner = new BrowserSession(service);
  await owner.signIn(other.email);
  const overview = async (query: string) => (await owner.get<Overview>(`/accounts/${other.accountId}/overview?${query}`)).body;
  const today = await overview('from=2026-10-01&to=2026-10-01');
  assert.equal(String(today.compared.until), '2026-09-30T12:00:00.000Z');
  assert.deepEqual(today.before, { visits: 2, identified: 2, companies: 2, newCompanies: 1, pageViews: 2, goals: 0 });
  assert.deepEqual(today.visitsBefore, [1, ...Array(13).fill(0), 1], 'the comparison ends at the same hour');
  service.clock.set('2026-10-01T12:00:30Z');
  assert.deepEqual((await overview('from=2026-10-01&to=2026-10-01')).visitsBefore, [1, ...Array(13).fill(0), 1, 0], 'with the new hour');
  service.clock.set('2026-10-01T12:00:00Z');
  const yesterday = await overview('from=2026-09-30&to=2026-09-30');
  assert.deepEqual([yesterday.totals.visits, yesterday.compared.until, yesterday.before.visits], [3, null, 1]);
  const week = await overview('from=2026-09-25&to=2026-10-01&compareFrom=2026-09-30&compareTo=2026-09-30');
  assert.deepEqual([week.compared.until, week.before.visits], [null, 3], 'several days are compared with whole days');
});

test('very long intervals are counted by calendar month', async () => {
  const { unit, steps, campaigns } = await trends('2025-01-15', '2026-09-30');
  assert.equal(unit, 'month');
  assert.deepEqual([steps.length, steps[0], steps[1], steps.at(-1)], [21, '2025-01-15', '2025-02-01', '2026-09-01']);
  assert.deepEqual(campaigns[0]!.values.at(-1), 2);
});

test('an interval is compared with the preceding one or with selected days', async () => {
  const overview = async (query: string) => (await person.get<Overview>(`${base}/overview?${query}`)).body;
  const before = await overview('from=2026-09-12&to=2026-09-12');
  assert.deepEqual([before.compared, before.before.visits], [{ from: '2026-09-11', to: '2026-09-11', until: null }, 0]);
  const selected = await overview('from=2026-09-12&to=2026-09-13&compareFrom=2026-09-01&compareTo=2026-09-02');
  assert.deepEqual([selected.totals.visits, selected.before.visits, selected.visitsBefore], [1, 2, [0, 2]]);
  const other = await overview('from=2026-09-12&to=2026-09-13&compareFrom=2026-09-02&compareTo=2026-09-02');
  assert.equal(other.visitsBefore, null, 'hours cannot be compared with days');
  assert.equal(
    (await person.get(`${base}/overview?from=2026-09-12&to=2026-09-13&compareFrom=2026-09-05&compareTo=2026-09-02`)).status,
    400,
  );
});

/** The query parameters that select the source “letter”. */
async function letterQuery(): Promise<string> {
  const { medium } = await service.ctx.db.selectFrom('visits').select('medium').where('source', '=', 'letter').executeTakeFirstOrThrow();
  return `source=letter&medium=${encodeURIComponent(medium ?? '')}`;
}

test('a source drills down to its campaigns, a campaign to its pages; entry and exit pages are counted', async () => {
  const days = 'from=2026-09-01&to=2026-09-30';
  const drill = async (query: string) => (await person.get<DrillDown>(`${base}/drill-down?${days}&${query}`)).body;
  const source = await letterQuery();
  assert.deepEqual(await drill(source), {
    level: 'campaigns',
    shares: [
      { name: 'autumn', visits: 2, companies: 2 },
      { name: 'spring', visits: 1, companies: 1 },
    ],
    since: null,
  });
  assert.deepEqual(await drill(`${source}&campaign=autumn`), {
    level: 'pages',
    shares: [{ name: '/pricing', visits: 2, companies: 2 }],
    since: null,
  });
  assert.deepEqual((await drill('source=nowhere')).shares, []);
  const { body } = await person.get<EntryAndExitPages>(`${base}/entry-and-exit-pages?${days}`);
  const pages = [
    { name: '/pricing', visits: 2, identified: 2 },
    { name: '/', visits: 1, identified: 1 },
  ];
  assert.deepEqual(body, { entryPages: pages, exitPages: pages });
});

test('a drill-down of an interval with too many visits counts only its newest days and returns the first of them', async () => {
  const { accountId } = account;
  const addVisits = (added: number) =>
    sql`update visit_rollups set visits = visits + ${added}::int
      where account_id = ${accountId} and unit = 'day' and kind = 'all' and day = date '2026-09-02'`.execute(service.ctx.db);
  await addVisits(50_000);
  try {
    const { body } = await person.get<DrillDown>(`${base}/drill-down?from=2026-09-01&to=2026-09-30&${await letterQuery()}`);
    assert.deepEqual(body, { level: 'campaigns', shares: [{ name: 'spring', visits: 1, companies: 1 }], since: '2026-09-12' });
  } finally {
    await addVisits(-50_000);
  }
});

test('the funnel of a goal counts the visits and companies of each step', async () => {
  await visit(service, account, {
    ip: addresses.BASF,
    visitor: 'late',
    events: [
      { at: '2026-09-20T10:00:00Z', url: 'https://shop.example/' },
      { at: '2026-09-20T10:01:00Z', url: 'https://shop.example/blog' },
    ],
  });
  const { id } = await service.ctx.db.selectFrom('goals').select('id').executeTakeFirstOrThrow();
  const { body } = await person.get<GoalFunnel>(`${base}/goals/${id}/funnel?from=2026-09-01&to=2026-09-30`);
  assert.deepEqual(
    body.steps.map(({ step, visits, companies }) => [step, visits, companies]),
    [
      ['visits', 4, 3],
      ['engaged', 3, 3],
      ['considered', 2, 2],
      ['reached', 2, 2],
    ],
  );
  assert.deepEqual(body.pages, []);
  assert.equal((await person.get(`${base}/goals/${account.accountId}/funnel?from=2026-09-01&to=2026-09-30`)).status, 404);
});

test('the pages of a goal are not pages on the way to it', async () => {
  const other = await service.newAccount();
  const { accountId } = other;
  const { id } = await createGoal(service.ctx, accountId, {
    name: 'Pricing',
    kind: 'page',
    match: { operator: 'begins_with', value: '/PRICING' },
  });
  const visitTo = (ip: string, ...paths: string[]) => ({
    ip,
    events: paths.map((path, minute) => ({ at: `2026-09-02T10:0${minute}:00Z`, url: `https://shop.example${path}` })),
  });
  await visit(
    service,
    other,
    visitTo(addresses.Audi, '/blog', '/pricing/small', '/pricing/large'),
    visitTo(addresses.SAP, '/blog', '/team'),
    visitTo(addresses.BASF, '/team', '/jobs'),
  );
  const owner = new BrowserSession(service);
  await owner.signIn(other.email);
  const { body } = await owner.get<GoalFunnel>(`/accounts/${accountId}/goals/${id}/funnel?from=2026-09-01&to=2026-09-30`);
  assert.deepEqual(body.pages, [{ path: '/blog', visits: 1 }]);
  assert.deepEqual(
    body.steps.map(({ step, visits }) => [step, visits]),
    [
      ['visits', 3],
      ['engaged', 3],
      ['considered', 2],
      ['reached', 1],
    ],
  );
});

test('annotations belong to a day, and other accounts cannot delete them', async () => {
  const created = await person.send('POST', `${base}/annotations`, { day: '2026-09-02', body: ' New prices ' });
  assert.equal(created.status, 201);
  const list = async () =>
    (await person.get<{ id: string; day: string; body: string }[]>(`${base}/annotations?from=2026-09-01&to=2026-09-30`)).body;
  assert.deepEqual(
    (await list()).map(({ day, body }) => [day, body]),
    [['2026-09-02', 'New prices']],
  );
  assert.equal((await person.send('POST', `${base}/annotations`, { day: '2026-09-02', body: '  ' })).status, 400);
  const { stranger, otherBase } = await newStranger();
  assert.equal((await stranger.send('DELETE', `${otherBase}/annotations/${created.body.id}`)).status, 404);
  assert.equal((await person.send('DELETE', `${base}/annotations/${created.body.id}`)).status, 204);
  assert.deepEqual(await list(), []);
});

async function newStranger() {
  const { email, accountId } = await service.newAccount();
  const stranger = new BrowserSession(service);
  await stranger.signIn(email);
  return { stranger, otherBase: `/accounts/${accountId}` };
}

test('a dashboard link shows totals but no companies, without signing in, until it expires or is deleted', async () => {
  const created = await person.send('POST', `${base}/dashboard-links`, {
    name: 'Board',
    days: { from: '2026-09-01', to: '2026-09-30' },
    validDays: 7,
  });
  assert.equal(created.status, 201);
  const secret = String(created.body.url).split('#')[1]!;
  const visitor = new BrowserSession(service);
  const open = (given: string) => visitor.send<{ overview: Overview }>('POST', '/dashboard-links/open', { secret: given });
  const shown = await open(secret);
  assert.equal(shown.status, 200);
  assert.equal(shown.body.overview.totals.visits, 4);
  assert.equal(visitor.cookie, '', 'opening a link starts no session');
  const text = JSON.stringify(shown.body);
  for (const name of ['Audi', 'SAP', 'BASF', account.email, account.accountId]) assert.ok(!text.includes(name), name);
  const { rows } = await sql<{ text: string }>`select l::text as text from dashboard_links l`.execute(service.ctx.db);
  assert.ok(
    rows.every((row) => !row.text.includes(secret)),
    'only the hash is stored',
  );
  const wrong = `${secret.slice(0, -1)}${secret.endsWith('a') ? 'b' : 'a'}`;
  const refused = await open(wrong);
  assert.equal(refused.status, 404);
  const listed = await person.get<{ id: string; lastOpenedAt: string | null }[]>(`${base}/dashboard-links`);
  assert.equal(listed.body.length, 1);
  assert.ok(listed.body[0]!.lastOpenedAt);
  assert.ok(!JSON.stringify(listed.body).includes(secret));
  const { stranger, otherBase } = await newStranger();
  assert.deepEqual((await stranger.get(`${otherBase}/dashboard-links`)).body, []);
  assert.equal((await stranger.send('DELETE', `${otherBase}/dashboard-links/${created.body.id}`)).status, 404);
  service.clock.set('2026-10-08T12:00:01Z');
  assert.deepEqual((await open(secret)).body, refused.body, 'an expired link gets the same response as an unknown one');
  service.clock.set('2026-10-01T12:00:00Z');
  assert.equal((await open(secret)).status, 200);
  assert.equal((await person.send('DELETE', `${base}/dashboard-links/${created.body.id}`)).status, 204);
  assert.deepEqual((await open(secret)).body, refused.body);
});

test('a dashboard link has at most as many days as the dashboard', async () => {
  const create = (days: object) => person.send('POST', `${base}/dashboard-links`, { name: 'Years', days });
  const refused = await create({ from: '2023-01-01', to: '2026-01-05' });
  assert.deepEqual([refused.status, refused.body.title], [400, 'Select at most 1,100 days.']);
  const { body, status } = await create({ from: '2023-01-01', to: '2026-01-04' });
  assert.equal(status, 201);
  const open = () => person.send('POST', '/dashboard-links/open', { secret: String(body.url).split('#')[1]! });
  assert.equal((await open()).status, 200);
  // As stored by an earlier version.
  await sql`update dashboard_links set to_day = '9998-12-31' where id = ${String(body.id)}`.execute(service.ctx.db);
  assert.equal((await open()).status, 400);
  await person.send('DELETE', `${base}/dashboard-links/${body.id}`);
});

test('the live view lists the visits of the last half hour with their current page, and can be limited to a feed', async () => {
  const url = (path: string) => `https://shop.example${path}`;
  await visit(
    service,
    account,
    { ip: addresses.SAP, visitor: 'gone', events: [{ at: '2026-10-01T11:25:00Z', url: url('/gone') }] },
    { ip: addresses.Audi, visitor: 'away', events: [{ at: '2026-10-01T11:40:00Z', url: url('/away') }] },
    {
      ip: addresses.BASF,
      visitor: 'here',
      events: [
        { at: '2026-10-01T11:57:00Z', url: url('/') },
        { at: '2026-10-01T11:58:00Z', url: url('/docs'), title: 'Documentation' },
      ],
    },
    { ip: '217.0.0.1', visitor: 'home', events: [{ at: '2026-10-01T11:59:00Z', url: url('/home') }] },
  );
  const live = async (query = '') => (await person.get<LiveList>(`${base}/live${query}`)).body.visits;
  assert.deepEqual(
    (await live()).map(({ company, path, earlierPaths, isActive, noCompanyReason }) => [
      company,
      path,
      earlierPaths,
      isActive,
      noCompanyReason === null,
    ]),
    [
      ['BASF', '/docs', ['/'], true, true],
      ['Audi', '/away', [], false, true],
      [null, '/home', [], true, false],
    ],
  );
  const { id } = lastOf(await live());
  const opened = await person.get<TimelineVisit>(`${base}/live/${id}`);
  assert.deepEqual([opened.body.id, opened.body.steps.map(({ path }) => path)], [id, ['/home']]);
  for (const other of ['1', '00000000-0000-4000-8000-000000000000', '-'.repeat(36)])
    assert.equal((await person.get(`${base}/live/${other}`)).status, 404, other);
  await service.ctx.db.updateTable('leads').set({ followed: true }).where('account_id', '=', account.accountId).execute();
  await sql`update leads l set followed = false from companies c where c.id = l.company_id and c.name <> 'Audi' and l.account_id = ${account.accountId}`.execute(
    service.ctx.db,
  );
  assert.deepEqual(
    (await live('?feed=followed_companies')).map(({ company }) => company),
    ['Audi'],
  );
  assert.equal((await person.get(`${base}/live?feed=99999`)).status, 404);
});

test('the live view of a busy website lists companies first, counts all visits, and reads only the latest ones', async () => {
  const busy = await service.newAccount();
  const at = (time: string) => `2026-10-01T${time}Z`;
  await visit(
    service,
    busy,
    { ip: addresses.Audi, visitor: 'a1', events: [{ at: at('11:50:00') }] },
    { ip: addresses.Audi, visitor: 'a2', events: [{ at: at('11:58:00') }] },
    { ip: '217.0.0.1', visitor: 'home', events: [{ at: at('11:59:00') }] },
  );
  const copyOf = (count: number, startedAt: string) =>
    sql`
    insert into visits (account_id, started_at, id, visitor_id, place_id, ended_at, page_depth, visit_length, page_ids, ga_client_ids, events, goals)
    select account_id, ${startedAt}::timestamptz, gen_random_uuid(), visitor_id, place_id, ${startedAt}::timestamptz, 1, 0, page_ids, '{}', '', '[]'
    from visits cross join generate_series(1, ${count}::int) where account_id = ${busy.accountId} and started_at = ${at('11:59:00')}`.execute(
      service.ctx.db,
    );
  await copyOf(20_500, at('09:00:00'));
  await copyOf(250, at('11:59:30'));
  await sql`analyze visits`.execute(service.ctx.db);
  const reader = new BrowserSession(service);
  await reader.signIn(busy.email);
  recorded.length = 0;
  const { totals, visits } = (await reader.get<LiveList>(`/accounts/${busy.accountId}/live`)).body;
  assert.deepEqual(
    visits.slice(0, 3).map(({ company }) => company),
    ['Audi', 'Audi', null],
  );
  assert.equal(visits.length, 200);
  assert.deepEqual(totals, { companies: 1, identified: 2, others: 251, active: 252, activeIdentified: 1 });
  const statement = required(recorded.find(({ text }) => text.includes('earlierPaths')));
  const client = await service.connection.pool.connect();
  const { read } = required(await rowsRead(client, statement));
  client.release();
  assert.ok(read < 21_500, `${read} rows read`);
});

test('attempts to open dashboard links are rate-limited, and members cannot create links', async () => {
  const visitor = new BrowserSession(service);
  const from = { 'x-forwarded-for': '198.51.100.7' };
  const open = () => visitor.send('POST', '/dashboard-links/open', { secret: 'lld_guess' }, from);
  const responses = await Promise.all(Array.from({ length: 62 }, open));
  assert.deepEqual(
    [responses.filter(({ status }) => status === 404).length, responses.filter(({ status }) => status === 429).length],
    [60, 2],
  );
  await service.ctx.db.updateTable('memberships').set({ role: 'member' }).where('user_id', '=', account.userId).execute();
  const member = new BrowserSession(service);
  await member.signIn(account.email);
  assert.equal((await member.send('POST', `${base}/dashboard-links`, { name: 'x', days: { lastDays: 7 } })).status, 403);
  await service.ctx.db.updateTable('memberships').set({ role: 'owner' }).where('user_id', '=', account.userId).execute();
});

test('invalid days and excessive intervals are rejected', async () => {
  const routes = ['trends', 'overview', 'breakdowns', 'data-flow', 'entry-and-exit-pages', 'annotations'];
  const wrong = [
    'from=2026-02-31&to=2026-03-01',
    'from=0000-01-01&to=0000-01-02',
    'from=2026-02-02&to=2026-02-01',
    'from=1000-01-01&to=2999-12-31',
  ];
  for (const path of routes)
    for (const query of wrong) assert.equal((await person.get(`${base}/${path}?${query}`)).status, 400, `${path} ${query}`);
  for (const query of wrong.slice(0, 2)) assert.equal((await person.get(`${base}/leads?${query}`)).status, 400, query);
});

test('the data flow of a day shows its events in time zones far from UTC', async () => {
  const cases = [
    { timezone: 'America/Los_Angeles', at: '2026-09-20T02:00:00Z', day: '2026-09-19' },
    { timezone: 'Pacific/Auckland', at: '2026-09-19T20:00:00Z', day: '2026-09-20' },
  ];
  for (const { timezone, at, day } of cases) {
    const other = await service.newAccount({ timezone });
    service.clock.set(at);
    await visit(service, other, { ip: addresses.Audi, events: [{ at, url: pricing }] });
    const reader = new BrowserSession(service);
    await reader.signIn(other.email);
    const dataFlow = async (days: string) => (await reader.get<DataFlow>(`/accounts/${other.accountId}/data-flow?${days}`)).body;
    const { received, stored, lastAt, days } = await dataFlow(`from=${day}&to=${day}`);
    assert.deepEqual([received, stored, Boolean(lastAt)], [1, 1, true], timezone);
    assert.deepEqual(days, [
      { day: '2026-09-19', stored: at < '2026-09-20' ? 1 : 0, dropped: 0 },
      { day: '2026-09-20', stored: at < '2026-09-20' ? 0 : 1, dropped: 0 },
    ]);
  }
  service.clock.set('2026-10-01T12:00:00Z');
});

test('the last day that can be written has empty figures in every time zone', async () => {
  for (const timezone of ['America/Los_Angeles', 'Pacific/Auckland']) {
    const other = await service.newAccount({ timezone });
    const reader = new BrowserSession(service);
    await reader.signIn(other.email);
    for (const path of ['trends', 'overview', 'breakdowns', 'data-flow', 'entry-and-exit-pages', 'annotations', 'leads'])
      assert.equal((await reader.get(`/accounts/${other.accountId}/${path}?from=9999-12-31&to=9999-12-31`)).status, 200, path);
  }
});

test('a company with several visits counts once in an interval, and is new only in the interval of its first visit', async () => {
  const returning = await service.newAccount({ timezone: 'Europe/Helsinki' });
  const path = `/accounts/${returning.accountId}`;
  const days = ['2026-06-20', '2026-08-20', '2026-09-02', '2026-09-03', '2026-09-20'];
  await visit(
    service,
    returning,
    ...days.map((day) => ({ ip: addresses.Audi, visitor: day, events: [{ at: `${day}T10:00:00Z`, url: pricing }] })),
    { ip: addresses.SAP, visitor: 's1', events: [{ at: '2026-09-03T08:00:00Z', url: 'https://shop.example/' }] },
    { ip: addresses.SAP, visitor: 's2', events: [{ at: '2026-09-03T09:30:00Z', url: 'https://shop.example/pricing' }] },
    { ip: '80.128.0.10', visitor: 'home', events: [{ at: '2026-09-03T10:00:00Z', url: 'https://shop.example/' }] },
  );
  const reader = new BrowserSession(service);
  await reader.signIn(returning.email);
  const overview = async (query: string) => (await reader.get<Overview>(`${path}/overview?${query}`)).body;
  const september = await overview('from=2026-09-01&to=2026-09-30');
  assert.deepEqual(september.totals, { visits: 6, identified: 5, companies: 2, newCompanies: 1, pageViews: 6, goals: 0 });
  assert.deepEqual(
    september.steps.flatMap(({ at, companies }) => (companies > 0 ? [`${at} ${companies}`] : [])),
    ['2026-09-02 1', '2026-09-03 2', '2026-09-20 1'],
  );
  const year = await overview('from=2026-01-01&to=2026-12-31');
  assert.deepEqual([year.totals.visits, year.totals.companies, year.totals.newCompanies], [8, 2, 2]);
  assert.equal(
    year.steps.find(({ at }) => at <= '2026-09-03' && '2026-08-28' <= at)?.companies,
    2,
    'a company with visits on two days of a week counts once',
  );
  const oneDay = await overview('from=2026-09-03&to=2026-09-03');
  assert.deepEqual(
    oneDay.steps.flatMap(({ at, visits, companies }) => (visits > 0 ? [`${at.slice(11, 16)} ${visits} ${companies}`] : [])),
    ['08:00 1 1', '09:00 1 1', '10:00 2 1'],
  );
  const { body } = await reader.get<Breakdowns>(`${path}/breakdowns?from=2026-09-01&to=2026-09-30`);
  assert.deepEqual(body.pages, [
    { name: '/pricing', visits: 4, companies: 2 },
    { name: '/', visits: 2, companies: 1 },
  ]);
  assert.deepEqual(
    body.sources.map(({ visits, companies }) => [visits, companies]),
    [
      [3, 1],
      [3, 1],
    ],
  );
  assert.deepEqual(body.campaigns, [{ name: 'autumn', visits: 3, companies: 1 }]);
});
