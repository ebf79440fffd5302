import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import type { AccountApi } from '../../server/src/app/api.ts';
import type { Context } from '../../server/src/domain/context.ts';
import { updateLeads } from '../../server/src/domain/leads/update-leads.ts';
import { writeNotifications } from '../../server/src/domain/notifications/write-notifications.ts';
import { createUser } from '../../server/src/domain/users/create-user.ts';
import { firstOf } from '../../server/src/lib/first-of.ts';
import { lastOf } from '../../server/src/lib/last-of.ts';
import { required } from '../../server/src/lib/required.ts';
import { BrowserSession } from '../kit/browser-session.ts';
import { chrome } from '../kit/events.ts';
import { startTestService } from '../kit/service.ts';
import { sendVisit } from '../kit/visits.ts';

const service = await startTestService({ environment: { TRUST_PROXY: 'loopback' } });
const account = await service.newAccount();
const base = `/accounts/${account.accountId}`;
const newUser = { accountId: account.accountId, password: 'correct horse battery', role: 'member' };
const day = (offset = 0) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
const range = `from=${day(-2)}&to=${day(1)}`;

async function visit(address: string, paths: string[]) {
  const events = paths.map((path, index) => ({
    id: randomUUID(),
    kind: 'page_view',
    occurred_at: Date.now() - (paths.length - index) * 1000,
    url: `https://shop.example${path}`,
  }));
  await fetch(`${service.url}/collect`, {
    method: 'POST',
    headers: { 'content-type': 'text/plain', 'user-agent': chrome, 'x-forwarded-for': address },
    body: JSON.stringify({ script_hash: account.scriptHash, sent_at: Date.now(), events }),
  });
  await service.drain();
}

await visit('143.164.1.10', ['/', '/pricing', '/demo']);
await visit('155.56.1.10', ['/docs']);
const person = new BrowserSession(service);
await person.signIn(account.email);

type Leads = { total: number; rows: { companyId: string; name: string; visits: number; pageViews: number; quality: { score: number } }[] };

test('the lead list counts the visits of the selected days and is paginated', async () => {
  const { body } = await person.get<Leads>(`${base}/leads?${range}&sort=page_views`);
  assert.deepEqual(
    body.rows.map(({ name, visits, pageViews }) => ({ name, visits, pageViews })),
    [
      { name: 'Audi', visits: 1, pageViews: 3 },
      { name: 'SAP', visits: 1, pageViews: 1 },
    ],
  );
  const second = await person.get<Leads>(`${base}/leads?${range}&sort=page_views&offset=1&limit=1`);
  assert.deepEqual([second.body.total, second.body.rows.map(({ name }) => name)], [2, ['SAP']]);
  const past = await person.get<Leads>(`${base}/leads?${range}&offset=50`);
  assert.deepEqual([past.body.total, past.body.rows], [2, []], 'a page past the end has the total');
  assert.equal((await person.get<Leads>(`${base}/leads?from=${day(-9)}&to=${day(-5)}`)).body.total, 0);
});

test('the page of a company has the same figures as its row for the same days, and the visits of all time', async () => {
  type Company = { visits: number; activity: { visits: number; pageViews: number; quality: { score: number } | null } };
  const row = firstOf((await person.get<Leads>(`${base}/leads?${range}&sort=page_views`)).body.rows);
  const company = async (days: string) => (await person.get<Company>(`${base}/companies/${row.companyId}?${days}`)).body;
  const { activity } = await company(range);
  assert.deepEqual([activity.visits, activity.pageViews, activity.quality], [row.visits, row.pageViews, row.quality]);
  const before = await company(`from=${day(-9)}&to=${day(-5)}`);
  assert.deepEqual([before.activity.visits, before.activity.pageViews, before.activity.quality, before.visits], [0, 0, null, 1]);
  assert.equal((await person.get(`${base}/companies/${row.companyId}?from=2026-02-31&to=2026-03-01`)).status, 400);
});

test('responses within an account are compressed; the response with the CSRF token is not', async () => {
  const encodingOf = async (path: string, accepted: string) => {
    const response = await fetch(`${service.url}/app/api${path}`, { headers: { cookie: person.cookie, 'accept-encoding': accepted } });
    assert.ok((await response.text()).startsWith(path.endsWith('feed-fields') ? '[{' : '{'), 'the body is intact');
    return response.headers.get('content-encoding');
  };
  assert.equal(await encodingOf(`${base}/feed-fields`, 'gzip, deflate, br'), 'br');
  assert.equal(await encodingOf(`${base}/feed-fields`, 'gzip'), 'gzip');
  assert.equal(await encodingOf(`${base}/feed-fields`, 'identity'), null);
  assert.equal(await encodingOf('/session', 'gzip, br'), null);
});

test('the headquarters filter is separate from the places of visits', async () => {
  const leadsInGermany = async (field: string) => {
    const filters = encodeURIComponent(JSON.stringify({ all: [{ field, operator: 'is', values: ['DE'], excluded: false }] }));
    return (await person.get<Leads>(`${base}/leads?${range}&filters=${filters}`)).body.rows.map(({ name }) => name).sort();
  };
  assert.deepEqual(await leadsInGermany('headquarters_country_code'), ['Audi', 'SAP']);
  await service.ctx.db.updateTable('companies').set({ country_code: 'AT' }).where('name', '=', 'SAP').execute();
  assert.deepEqual(await leadsInGermany('headquarters_country_code'), ['Audi']);
  assert.deepEqual(await leadsInGermany('country_code'), ['Audi', 'SAP'], 'the visit still came from Germany');
});

test('sorting and filtering by quality use the displayed score', async () => {
  const { body } = await person.get<Leads>(`${base}/leads?${range}&sort=quality`);
  const scores = body.rows.map(({ quality }) => quality.score);
  assert.deepEqual(
    scores,
    scores.toSorted((a, b) => b - a),
  );
  const filters = encodeURIComponent(JSON.stringify({ all: [{ field: 'quality', operator: 'gte', values: [scores[0]] }] }));
  const best = await person.get<Leads>(`${base}/leads?${range}&filters=${filters}`);
  assert.equal(best.body.total, scores.filter((score) => score >= firstOf(scores)).length, 'the filter uses the same score');
});

test('leads can be added to a list, which then works as a filter', async () => {
  const created = await person.send('POST', `${base}/lists`, { name: 'Fair 2026' });
  assert.equal(created.status, 201);
  const listId = String(created.body.id);
  const { rows } = (await person.get<Leads>(`${base}/leads?${range}&search=sap`)).body;
  const { companyId } = firstOf(rows);
  const put = { ids: [companyId, '999999999'], isOn: true };
  const members = `/lists/${listId}/members`;
  assert.deepEqual((await person.send('POST', base + members, put)).body, { changed: [companyId] }, 'unknown ids are ignored');
  assert.deepEqual((await person.send('POST', base + members, put)).body, { changed: [] });
  const filters = encodeURIComponent(JSON.stringify({ all: [{ field: 'list', operator: 'is', values: [listId] }] }));
  const listed = await person.get<Leads>(`${base}/leads?${range}&filters=${filters}`);
  assert.deepEqual(
    listed.body.rows.map(({ name }) => name),
    ['SAP'],
  );
  const other = await service.newAccount();
  const stranger = new BrowserSession(service);
  await stranger.signIn(other.email);
  assert.equal((await stranger.send('POST', `/accounts/${other.accountId}${members}`, put)).status, 404);
});

test('a lead can only be assigned to users of the account', async () => {
  const { rows } = (await person.get<Leads>(`${base}/leads?${range}`)).body;
  const companyIds = [firstOf(rows).companyId];
  const other = await service.newAccount();
  assert.equal((await person.send('PATCH', `${base}/leads`, { companyIds, assigneeId: other.userId })).status, 400);
  assert.equal((await person.send('PATCH', `${base}/leads`, { companyIds, assigneeId: account.userId })).status, 200);
  type Timeline = { items: { change: { kind: string; detail: string } }[] };
  const { items } = (await person.get<Timeline>(`${base}/companies/${companyIds[0]}/timeline?kind=change`)).body;
  assert.deepEqual(
    items.slice(0, 1).map(({ change: { kind, detail } }) => ({ kind, detail })),
    [{ kind: 'assigned', detail: account.email }],
  );
});

test('only leads whose value changes get an activity and a notification', async () => {
  const { rows } = (await person.get<Leads>(`${base}/leads?${range}`)).body;
  const companyIds = rows.map(({ companyId }) => companyId);
  const [unchanged, changed] = [firstOf(companyIds), lastOf(companyIds)];
  const colleague = await createUser(service.ctx, { ...newUser, email: 'assignee@acme.example' });
  const values = { followed: true, hidden: false, assigneeId: colleague.id, doNotContact: true };
  const set = (ids: string[], change: object) => person.send('PATCH', `${base}/leads`, { companyIds: ids, ...change });
  await set([changed], { followed: false, hidden: true, assigneeId: null, doNotContact: false });
  await set([unchanged], { ...values, hidden: true });
  await set([unchanged], { hidden: false });
  const readLog = async () => {
    const activities = service.ctx.db.selectFrom('activities').select(['company_id as companyId', 'kind']);
    const notifications = service.ctx.db.selectFrom('notifications').select('company_id as companyId').where('user_id', '=', colleague.id);
    return {
      activities: await activities.where('account_id', '=', account.accountId).orderBy('id').execute(),
      notifications: await notifications.orderBy('id').execute(),
    };
  };
  const before = await readLog();
  assert.equal((await set(companyIds, values)).status, 200);
  const after = await readLog();
  assert.deepEqual(
    after.activities.slice(before.activities.length),
    ['followed', 'shown', 'assigned', 'contact_stopped'].map((kind) => ({ companyId: changed, kind })),
  );
  assert.deepEqual(after.notifications.slice(before.notifications.length), [{ companyId: changed }]);
});

test('activities and notifications get their ids in the transaction of the change, so that it needs one connection', async () => {
  const { rows } = (await person.get<Leads>(`${base}/leads?${range}`)).body;
  const { id: assigneeId } = await createUser(service.ctx, { ...newUser, email: 'another@acme.example' });
  let requests = 0;
  const records: Context['ids']['records'] = (db, count) => {
    assert.ok(db.isTransaction);
    requests++;
    return service.ctx.ids.records(db, count);
  };
  const ctx = { ...service.ctx, ids: { ...service.ctx.ids, records } };
  await updateLeads(ctx, account.accountId, account.userId, { companyIds: [firstOf(rows).companyId], change: { assigneeId } });
  assert.equal(requests, 2);
});

test('the timeline lists all activities with the same time', async (t) => {
  t.after(() => service.clock.resume());
  service.clock.set(new Date());
  const { rows } = (await person.get<Leads>(`${base}/leads?${range}`)).body;
  const { companyId } = firstOf(rows);
  for (let index = 0; index < 24; index++)
    await person.send('PATCH', `${base}/leads`, { companyIds: [companyId], followed: index % 2 === 0 });
  type Timeline = { items: { change: { id: string } }[]; next: string | null };
  const listed: string[] = [];
  for (let next: string | null = ''; next !== null; ) {
    const query: string = `kind=change${next && `&before=${next}`}`;
    const { body }: { body: Timeline } = await person.get<Timeline>(`${base}/companies/${companyId}/timeline?${query}`);
    listed.push(...body.items.map(({ change }) => change.id));
    next = body.next;
  }
  const stored = await service.ctx.db.selectFrom('activities').select('id').where('company_id', '=', companyId).execute();
  assert.ok(stored.length >= 24);
  assert.deepEqual(listed.sort(), stored.map(({ id }) => id).sort());
});

type Notifications = AccountApi['GET /notifications']['response'];

test('notifications come in pages of fifty, can be limited to unread ones, and include the number of all unread ones', async () => {
  const { rows } = (await person.get<Leads>(`${base}/leads?${range}`)).body;
  const notification = { accountId: account.accountId, kind: 'automation' as const, actorId: null, detail: 'Watch' };
  const email = 'reader@acme.example';
  const { id: userId } = await createUser(service.ctx, { ...newUser, email });
  for (let index = 0; index < 60; index++)
    await writeNotifications(service.ctx, service.ctx.db, { ...notification, userIds: [userId], companyIds: [firstOf(rows).companyId] });
  const colleague = new BrowserSession(service);
  await colleague.signIn(email);
  const list = async (query = '') => {
    const { notifications, hasMore, unread } = (await colleague.get<Notifications>(`${base}/notifications${query}`)).body;
    return { ids: notifications.map(({ id }) => id), hasMore, unread };
  };
  const [first, second] = [await list(), await list('?offset=50')];
  assert.deepEqual([first.ids.length, first.hasMore, first.unread], [50, true, 60]);
  assert.deepEqual([new Set([...first.ids, ...second.ids]).size, second.hasMore], [60, false]);
  await colleague.send('POST', '/notifications/read', { accountId: account.accountId, ids: first.ids });
  assert.deepEqual(await list('?unread=true'), { ids: second.ids, hasMore: false, unread: 10 });
});

test('only the author of a note can delete it', async () => {
  const { rows } = (await person.get<Leads>(`${base}/leads?${range}`)).body;
  const companyId = firstOf(rows).companyId;
  const { body } = await person.send('POST', `${base}/companies/${companyId}/notes`, { body: '  Call them  ' });
  const email = 'colleague@acme.example';
  await createUser(service.ctx, { ...newUser, email });
  const colleague = new BrowserSession(service);
  await colleague.signIn(email);
  type Timeline = { items: { note: { body: string } }[] };
  assert.deepEqual(
    (await colleague.get<Timeline>(`${base}/companies/${companyId}/timeline?kind=note`)).body.items.map(({ note }) => note.body),
    ['Call them'],
  );
  assert.equal((await colleague.send('DELETE', `${base}/notes/${body.id}`)).status, 404);
  assert.equal((await person.send('DELETE', `${base}/notes/${body.id}`)).status, 204);
});

test('a time that cannot be read is rejected', async () => {
  const { companyId } = firstOf((await person.get<Leads>(`${base}/leads?${range}`)).body.rows);
  const path = `${base}/companies/${companyId}`;
  for (const time of ['2026-01-01T10:00:00+05', '2016-12-31T23:59:60Z']) {
    const sent = await person.send('POST', `${path}/emails`, { email: 'buyer@customer.example', sentAt: time });
    assert.deepEqual([sent.status, sent.body.field], [400, 'sentAt'], time);
    assert.equal((await person.get(`${path}/timeline?before=${encodeURIComponent(time)}`)).status, 400, time);
  }
});

test('the page of a lead whose visits were deleted costs no credits, and is complete without any', async () => {
  for (const credits of [10, 0]) {
    const own = await service.newAccount({ credits });
    const { accountId } = own;
    await sendVisit(service, own, { ip: '143.164.1.10', visitorId: 'a' });
    const { db } = service.ctx;
    const { company_id: companyId } = await db
      .updateTable('leads')
      .set({ first_visit_at: null })
      .where('account_id', '=', accountId)
      .returning('company_id')
      .executeTakeFirstOrThrow();
    const [id] = await service.ctx.ids.records(db, 1);
    await sql`
      insert into signals (id, company_id, category, title, published_at) values (${id}, ${companyId}, 'job_ads', 'Hires', now())`.execute(
      db,
    );
    await sql`insert into financial_reports (company_id, year, currency, source) values (${companyId}, 2025, 'EUR', 'Register')
      on conflict do nothing`.execute(db);
    const session = new BrowserSession(service);
    await session.signIn(own.email);
    const { status, body } = await session.get<{ signals: unknown[]; reports: unknown[] }>(
      `/accounts/${accountId}/companies/${companyId}/insights`,
    );
    assert.equal(status, 200, JSON.stringify(body));
    assert.ok(body.signals.length > 0 && body.reports.length > 0);
    const charges = await db.selectFrom('credit_charges').select('id').where('account_id', '=', accountId).execute();
    assert.deepEqual(charges, []);
  }
});

test('the live stream reports a new visit', async () => {
  const response = await fetch(`${service.url}/app/api${base}/stream`, { headers: { cookie: person.cookie } });
  assert.match(required(response.headers.get('content-type')), /^text\/event-stream/);
  const reader = required(response.body).pipeThrough(new TextDecoderStream()).getReader();
  let received = '';
  const waitUntilReceived = async (pattern: RegExp) => {
    while (!pattern.test(received)) {
      const { value, done } = await reader.read();
      if (done) throw new Error(`The stream ended after ${received}`);
      received += value;
    }
  };
  await waitUntilReceived(/event: change/);
  received = '';
  await visit('141.36.1.10', ['/']);
  await waitUntilReceived(/event: change\ndata: \{"kinds":\["visits"/);
  await reader.cancel();
});
