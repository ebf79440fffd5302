import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { createCorrection } from '../../server/src/domain/corrections/corrections.ts';
import { leadSorts } from '../../server/src/domain/feeds/lead-sort.ts';
import { applyLeadChanges } from '../../server/src/domain/leads/apply-lead-changes.ts';
import { buildLeadWindow } from '../../server/src/domain/leads/build-lead-window.ts';
import { deleteLeadWindow, rollLeadWindows } from '../../server/src/domain/leads/roll-lead-windows.ts';
import { deleteExpiredVisits } from '../../server/src/domain/retention/delete-expired-visits.ts';
import { updateAccountSettings } from '../../server/src/domain/settings/account-settings.ts';
import { recordLeadChanges } from '../../server/src/domain/visits/record-lead-changes.ts';
import { firstOf } from '../../server/src/lib/first-of.ts';
import { itemAt } from '../../server/src/lib/item-at.ts';
import { required } from '../../server/src/lib/required.ts';
import { BrowserSession } from '../kit/browser-session.ts';
import { countWaitingForLock } from '../kit/count-waiting-for-lock.ts';
import { addresses, manyCompanies, visit } from '../kit/earlier.ts';
import { until } from '../kit/events.ts';
import { runQueuedJobs } from '../kit/jobs.ts';
import { startTestService, type TestAccount } from '../kit/service.ts';

const service = await startTestService({ environment: { TRUST_PROXY: 'loopback' } });
const today = '2026-10-01';
service.clock.set(`${today}T12:00:00Z`);
const { ctx } = service;
const { db } = ctx;
const companies = await manyCompanies(7);
const days = { from: '2026-09-02', to: today };
const page = (at: string, path: string) => ({ at, url: `https://shop.example${path}` });

async function signIn(account: TestAccount): Promise<BrowserSession> {
  const person = new BrowserSession(service);
  await person.signIn(account.email);
  return person;
}

const windowsOf = async (accountId: string) => {
  const { rows } = await sql<{ id: string; first_day: string; last_day: string; is_built: boolean }>`
    select id, first_day::text, last_day::text, built_at is not null as is_built from lead_windows where account_id = ${accountId} order by last_day`.execute(
    db,
  );
  return rows;
};

/** Pages of the list in all orders, with and without a search, a feed and a filter. */
async function listsOf(person: BrowserSession, accountId: string): Promise<unknown[]> {
  const filters = encodeURIComponent(JSON.stringify({ all: [{ field: 'visits', operator: 'gte', values: [2], excluded: false }] }));
  const orders = leadSorts.flatMap((sort) => ['asc', 'desc'].map((order) => `sort=${sort}&order=${order}`));
  const queries = [
    ...orders,
    'sort=visits&limit=2&offset=1',
    'sort=industry&limit=3&offset=3',
    'search=a',
    'hidden=true',
    'feed=new_leads',
    `filters=${filters}`,
  ];
  const found: unknown[] = [];
  for (const query of queries) {
    const { status, body } = await person.get(`/accounts/${accountId}/leads?from=${days.from}&to=${days.to}&${query}`);
    assert.equal(status, 200, query);
    found.push({ query, body });
  }
  return found;
}

/** Returns the lists read from stored rollups, and the same lists computed from the days. */
async function storedAndComputedLists(person: BrowserSession, accountId: string): Promise<[unknown[], unknown[]]> {
  const stored = await listsOf(person, accountId);
  for (const { id } of await windowsOf(accountId)) await deleteLeadWindow(db, accountId, id);
  const summed = await listsOf(person, accountId);
  await buildLeadWindow(ctx, { accountId, ...days, usedAt: ctx.clock.now() });
  return [stored, summed];
}

test('the list of leads is the same with and without stored rollups, after changes by users, visits, corrections and retention', async () => {
  const account = await service.newAccount();
  const { accountId, userId } = account;
  const person = await signIn(account);
  await updateAccountSettings(ctx, accountId, { processing: { ip_storage: 'none' } });
  const visits = companies.flatMap(({ ip }, index) =>
    Array.from({ length: 1 + (index % 3) }, (_, number) => ({
      ip,
      visitor: `${index} ${number}`,
      events: Array.from({ length: 1 + (index % 2) + number }, (__, view) =>
        page(
          `2026-09-${String(3 + index * 3 + number).padStart(2, '0')}T10:0${view}:00Z`,
          `/${view}${index % 2 ? '?utm_source=letter' : ''}`,
        ),
      ),
    })),
  );
  await visit(service, account, ...visits, { ip: addresses.Audi, visitor: 'before', events: [page('2026-08-20T10:00:00Z', '/')] });
  const { rows: leads } = await sql<{ company_id: string }>`
    select company_id from leads where account_id = ${accountId} order by company_id`.execute(db);
  await buildLeadWindow(ctx, { accountId, ...days, usedAt: ctx.clock.now() });
  assert.deepEqual(...(await storedAndComputedLists(person, accountId)));

  // Changes by users take effect immediately, visits when `applyLeadChanges` runs.
  const companyIds = leads.map(({ company_id }) => company_id);
  await person.send('PATCH', `/accounts/${accountId}/leads`, { companyIds: [itemAt(companyIds, 0)], hidden: true });
  await person.send('PATCH', `/accounts/${accountId}/leads`, { companyIds: companyIds.slice(1, 3), assigneeId: userId });
  assert.deepEqual(...(await storedAndComputedLists(person, accountId)));

  await visit(
    service,
    account,
    { ip: addresses.SAP, visitor: 'new', events: [page('2026-09-30T09:00:00Z', '/new')] },
    { ip: itemAt(companies, 1).ip, visitor: 'again', events: [page('2026-09-29T09:00:00Z', '/1'), page('2026-09-29T09:01:00Z', '/2')] },
  );
  assert.equal((await person.get(`/accounts/${accountId}/leads?from=${days.from}&to=${days.to}`)).body.total, companies.length - 1);
  assert.ok((await applyLeadChanges(ctx)) > 0);
  assert.equal(await applyLeadChanges(ctx), 0);
  assert.deepEqual(...(await storedAndComputedLists(person, accountId)));

  await createCorrection(ctx, accountId, { target: '155.56.0.0/16', effect: 'company', company: 'siemens.com' });
  await runQueuedJobs(service);
  await applyLeadChanges(ctx);
  assert.deepEqual(...(await storedAndComputedLists(person, accountId)));

  await updateAccountSettings(ctx, accountId, { processing: { visit_retention_days: 15 } });
  await deleteExpiredVisits(ctx);
  await applyLeadChanges(ctx);
  const [stored, summed] = await storedAndComputedLists(person, accountId);
  assert.deepEqual(stored, summed);
  assert.ok((stored[0] as { body: { total: number } }).body.total < companies.length - 1, 'leads without visits are not listed');
});

test('the place of a lead is the one with the most visits in all days, in the list, its order and the page of the company', async () => {
  const account = await service.newAccount();
  const { accountId } = account;
  const person = await signIn(account);
  await visit(service, account, { ip: addresses.SAP, visitor: 'one', events: [page('2026-09-20T09:00:00Z', '/')] });
  await visit(service, account, { ip: addresses.Audi, visitor: 'two', events: [page('2026-09-20T09:00:00Z', '/')] });
  const { body: leads } = await person.get<{ rows: { name: string; companyId: string }[] }>(
    `/accounts/${accountId}/leads?from=${days.from}&to=${days.to}`,
  );
  const { companyId } = required(leads.rows.find(({ name }) => name === 'SAP'));
  // Most visits of a single day came from Aachen, most visits of all days from Zwickau.
  await sql`insert into places (account_id, id, country_code, city) values (${accountId}, 11, 'DE', 'Aachen'), (${accountId}, 12, 'DE', 'Zwickau')`.execute(
    db,
  );
  await sql`delete from company_days where account_id = ${accountId} and company_id = ${companyId}`.execute(db);
  await sql`
    insert into company_days (account_id, company_id, day, place_id, visits, page_views, deepest_visit, first_visit_at, last_visit_at)
    select ${accountId}, ${companyId}, day::date, place_id, visits, visits, 1, day::timestamptz, day::timestamptz
    from (values ('2026-09-19', 11, 3), ('2026-09-20', 12, 2), ('2026-09-21', 12, 2)) as row (day, place_id, visits)`.execute(db);
  type Row = { name: string; place: { city: string } };
  const list = async (query: string) =>
    (await person.get<{ rows: Row[] }>(`/accounts/${accountId}/leads?from=${days.from}&to=${days.to}&${query}`)).body.rows;
  const firstByPlace = async () => {
    const inOrder = await list('sort=place&order=desc');
    return [firstOf(inOrder).name, firstOf(inOrder).place.city];
  };
  assert.deepEqual(await firstByPlace(), ['SAP', 'Zwickau']);
  await buildLeadWindow(ctx, { accountId, ...days, usedAt: ctx.clock.now() });
  assert.deepEqual(await firstByPlace(), ['SAP', 'Zwickau']);
  const { activity } = (
    await person.get<{ activity: Row }>(`/accounts/${accountId}/companies/${companyId}?from=${days.from}&to=${days.to}`)
  ).body;
  assert.equal(activity.place.city, 'Zwickau');
});

test('rollups of an interval with many visits are built after its first use, for the next day in advance, and deleted when unused', async () => {
  const account = await service.newAccount();
  const { accountId } = account;
  const person = await signIn(account);
  const list = (from: string, to: string) => person.get(`/accounts/${accountId}/leads?from=${from}&to=${to}`);
  await visit(service, account, { ip: addresses.SAP, visitor: 'one', events: [page('2026-09-20T09:00:00Z', '/')] });
  await list(days.from, days.to);
  await runQueuedJobs(service);
  assert.deepEqual(await windowsOf(accountId), [], 'few visits are summed for every request');

  await sql`update visit_days set visits = 30000 where account_id = ${accountId}`.execute(db);
  const { body: before } = await list(days.from, days.to);
  await runQueuedJobs(service);
  const [window] = await windowsOf(accountId);
  assert.equal(window?.is_built, true);
  assert.deepEqual((await list(days.from, days.to)).body, before);

  service.clock.set('2026-10-01T23:10:00Z');
  await rollLeadWindows(ctx);
  await runQueuedJobs(service);
  const next = (await windowsOf(accountId)).map(({ first_day, last_day }) => [first_day, last_day]);
  assert.deepEqual(next, [
    ['2026-09-02', '2026-10-01'],
    ['2026-09-03', '2026-10-02'],
  ]);

  service.clock.set('2026-10-03T13:00:00Z');
  await list('2026-09-03', '2026-10-02');
  await rollLeadWindows(ctx);
  assert.deepEqual(
    (await windowsOf(accountId)).map(({ first_day }) => first_day),
    ['2026-09-03'],
  );
  service.clock.set(`${today}T12:00:00Z`);
});

test('feeds of an account with many visits show their last counts and are recounted in the background', async () => {
  const account = await service.newAccount();
  const { accountId } = account;
  const person = await signIn(account);
  type Tree = { feeds: { id: string; name: string; count: number }[] };
  const counts = async () => {
    const { body } = await person.get<Tree>(`/accounts/${accountId}/feeds`);
    return Object.fromEntries(body.feeds.map(({ id, name, count }) => [/^\d+$/.test(id) ? name : id, count]));
  };
  await visit(service, account, { ip: addresses.SAP, visitor: 'one', events: [page('2026-09-20T09:00:00Z', '/')] });
  assert.equal((await counts()).all_leads, 1);
  await visit(service, account, { ip: addresses.BASF, visitor: 'two', events: [page('2026-09-21T09:00:00Z', '/')] });
  assert.equal((await counts()).all_leads, 2, 'few visits are counted for every request');

  await sql`update visit_days set visits = 30000 where account_id = ${accountId}`.execute(db);
  assert.equal((await counts()).all_leads, 2);
  await visit(service, account, { ip: addresses.Audi, visitor: 'three', events: [page('2026-09-22T09:00:00Z', '/')] });
  assert.equal((await counts()).all_leads, 2);
  const { rows: queued } = await sql<{
    run_at: Date;
  }>`select run_at from graphile_worker.jobs where key = ${`count-feeds-${accountId}`}`.execute(db);
  assert.deepEqual(queued, [{ run_at: new Date(`${today}T12:00:10Z`) }], 'recent counts are recomputed, too, but later');
  const filters = { all: [{ field: 'visits', operator: 'gte', values: [1], excluded: false }] };
  await person.send('POST', `/accounts/${accountId}/feeds`, { name: 'Active', filters });
  assert.equal((await counts()).Active, 3, 'a new feed is counted immediately');

  service.clock.set('2026-10-01T13:00:00Z');
  await counts();
  await runQueuedJobs(service);
  const { all_leads, Active } = await counts();
  assert.deepEqual([all_leads, Active], [3, 3]);
  service.clock.set(`${today}T12:00:00Z`);
});

test('all recorded changes are applied in one run, so that a busy account does not fall behind', async () => {
  const account = await service.newAccount();
  const { accountId } = account;
  await buildLeadWindow(ctx, { accountId, ...days, usedAt: ctx.clock.now() });
  await visit(service, account, { ip: addresses.SAP, visitor: 'a', events: [page('2026-09-30T09:00:00Z', '/')] });
  const [recorded] = (
    await sql<{ changes: number }>`select count(*)::int as changes from lead_changes where account_id = ${accountId}`.execute(db)
  ).rows;
  // The pipeline records a change with each small batch, of which it can process more than a hundred per second.
  await sql`
    insert into lead_changes (account_id, window_id, id, company_ids)
    select account_id, window_id, gen_random_uuid(), company_ids from lead_changes cross join generate_series(1, 100)
    where account_id = ${accountId}`.execute(db);
  assert.equal(await applyLeadChanges(ctx), Number(recorded?.changes) * 101);
  const { rows: left } = await sql`select 1 from lead_changes where account_id = ${accountId}`.execute(db);
  assert.deepEqual(left, []);
});

test('an interval that is deleted while its rollups are built leaves no rollups', async () => {
  const account = await service.newAccount();
  const { accountId } = account;
  await visit(service, account, { ip: addresses.SAP, visitor: 'a', events: [page('2026-09-30T09:00:00Z', '/')] });
  const { building } = await db.transaction().execute(async (trx) => {
    await sql`lock table lead_window_rollups in share mode`.execute(trx);
    const started = buildLeadWindow(ctx, { accountId, ...days, usedAt: ctx.clock.now() });
    await until(async () => (await countWaitingForLock(db)) > 0);
    await deleteLeadWindow(trx, accountId, firstOf(await windowsOf(accountId)).id);
    return { building: started };
  });
  await building;
  const { rows } = await sql`
    select company_id from lead_window_rollups where account_id = ${accountId}
    union all select id from lead_windows where account_id = ${accountId}`.execute(db);
  assert.deepEqual(rows, []);
});

test('an unused interval is deleted with the changes that are being recorded for it', async () => {
  const account = await service.newAccount();
  const { accountId } = account;
  await buildLeadWindow(ctx, { accountId, ...days, usedAt: new Date('2026-09-20T12:00:00Z') });
  const { rolling } = await db.transaction().execute(async (trx) => {
    await sql`select 1 from inbox_lanes where account_id = ${accountId} and lane = 0 for update`.execute(trx);
    await recordLeadChanges(trx, accountId, ['1']);
    const started = rollLeadWindows(ctx);
    await Promise.race([started, until(async () => (await countWaitingForLock(db)) > 0)]);
    return { rolling: started };
  });
  await rolling;
  assert.deepEqual(await windowsOf(accountId), []);
  const { rows } = await sql`select id from lead_changes where account_id = ${accountId}`.execute(db);
  assert.deepEqual(rows, []);
});

test('a search ignores case, diacritics and spaces around it, with and without stored rollups', async () => {
  const account = await service.newAccount();
  const { accountId } = account;
  const person = await signIn(account);
  await visit(service, account, { ip: addresses.Audi, visitor: 'one', events: [page('2026-09-20T09:00:00Z', '/')] });
  await sql`update companies set name = 'Kärcher Ørsted' where id in (select company_id from leads where account_id = ${accountId})`.execute(
    db,
  );
  const searches = ['karcher', 'KÄRCHER', 'Kärcher ', ' orsted', 'audi.', 'kurcher'];
  const totals = () =>
    Promise.all(
      searches.map(async (search) => {
        const query = new URLSearchParams({ ...days, search });
        return (await person.get<{ total: number }>(`/accounts/${accountId}/leads?${query}`)).body.total;
      }),
    );
  assert.deepEqual(await totals(), [1, 1, 1, 1, 1, 0]);
  await buildLeadWindow(ctx, { accountId, ...days, usedAt: ctx.clock.now() });
  assert.deepEqual(await totals(), [1, 1, 1, 1, 1, 0]);
});
