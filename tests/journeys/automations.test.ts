import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import { Webhook } from 'standardwebhooks';
import { pushAutomation, pushAutomationJobName } from '../../server/src/domain/automations/push-automation.ts';
import { enqueueAutomationRuns } from '../../server/src/domain/automations/run-automation.ts';
import { enqueueAccountMovesJobName } from '../../server/src/domain/company-merges/enqueue-account-moves.ts';
import { mergeCompanies } from '../../server/src/domain/company-merges/merge-companies.ts';
import { findChangedAccounts } from '../../server/src/domain/feed-changes/read-feed-changes.ts';
import { recordFeedChanges } from '../../server/src/domain/feed-changes/record-feed-changes.ts';
import { createUser } from '../../server/src/domain/users/create-user.ts';
import { jobs } from '../../server/src/jobs/index.ts';
import { dayMs } from '../../server/src/lib/day-ms.ts';
import { firstOf } from '../../server/src/lib/first-of.ts';
import { BrowserSession } from '../kit/browser-session.ts';
import { checkedClient } from '../kit/checked-client.ts';
import { addressOfAudi, addressOfSap } from '../kit/create-sample-records.ts';
import { chrome } from '../kit/events.ts';
import { runQueuedJobs } from '../kit/jobs.ts';
import { startMailServer } from '../kit/mail-server.ts';
import { startTestService } from '../kit/service.ts';
import { startWebhookReceiver } from '../kit/webhook-receiver.ts';

const mailServer = await startMailServer();
const environment = { SMTP_URL: mailServer.url, WEBHOOK_PRIVATE_ADDRESSES: 'allowed' };
const service = await startTestService({ environment });
const { ctx } = service;
const noActions = { tagId: null, assigneeId: null, listId: null, notify: [], webhook: null };
type Notices = { unread: number; notifications: { kind: string; company: string; detail: string | null; actor: string | null }[] };

async function openAccount(timezone = 'UTC') {
  const account = await service.newAccount({ timezone });
  const colleague = `colleague-${account.accountId}@acme.example`;
  const { id: colleagueId } = await createUser(ctx, {
    accountId: account.accountId,
    email: colleague,
    password: 'correct horse battery',
    role: 'viewer',
    firstName: 'Carla',
    lastName: 'Cole',
  });
  const [person, other] = [new BrowserSession(service), new BrowserSession(service)];
  await person.signIn(account.email);
  await other.signIn(colleague);
  const call = checkedClient(service, account);
  const visit = async (ip: string, path = '/pricing') => {
    const occurred_at = new Date(ctx.clock.now().getTime() - 1000).toISOString();
    const event = { id: randomUUID(), kind: 'page_view', occurred_at, ip, user_agent: chrome, url: `https://shop.example${path}` };
    await call('/v1/collect', { body: { events: [event] } });
    await service.drain();
  };
  const base = `/accounts/${account.accountId}`;
  const send = (method: string, path: string, body?: unknown) => person.send(method, `${base}${path}`, body);
  const get = async <Body>(path: string) => (await person.get<Body>(`${base}${path}`)).body;
  const notices = async () => (await other.get<Notices>(`${base}/notifications`)).body;
  const filters = { all: [{ field: 'page_url', operator: 'contains', values: ['/pricing'] }] };
  const feedId = String((await send('POST', '/feeds', { name: 'Pricing', filters })).body.id);
  return { ...account, colleague, colleagueId, person, other, base, visit, send, get, notices, feedId };
}

test('the preview of an automation covers thirty days, even across the end of daylight saving time', async (t) => {
  t.after(() => service.clock.resume());
  service.clock.set('2026-10-12T10:00:00Z');
  const { visit, person, email, base, feedId } = await openAccount('Europe/Berlin');
  await visit(addressOfAudi);
  // This is the last hour of the thirtieth day. The clocks have gone back since the visit.
  service.clock.set('2026-11-10T22:30:00Z');
  await person.signIn(email);
  const preview = async () => (await person.get<{ total: number }>(`${base}/automation-preview?feed=${feedId}`)).body.total;
  assert.equal(await preview(), 1);
  service.clock.set('2026-11-10T23:30:00Z');
  assert.equal(await preview(), 0);
});

/** Yesterday and today, because midnight may have passed since the visit. */
function recentDays(): string {
  const now = ctx.clock.now();
  const day = (time: Date) => time.toISOString().slice(0, 10);
  return `from=${day(new Date(now.getTime() - dayMs))}&to=${day(now)}`;
}

/** Runs the background jobs that are due every minute. */
async function runMinuteJobs() {
  await enqueueAutomationRuns(ctx);
  await runQueuedJobs(service);
}

test('an automation acts once on each company that enters the feed, and not on those that were already in it', async () => {
  const { visit, send, get, notices, feedId, colleague, colleagueId, accountId } = await openAccount();
  await visit(addressOfAudi);
  const tagId = String((await send('POST', '/tags', { name: 'Hot', color: 1 })).body.id);
  const listId = String((await send('POST', '/lists', { name: 'Calls' })).body.id);
  const receiver = await startWebhookReceiver();
  const actions = { tagId, assigneeId: colleagueId, listId, notify: [colleagueId], webhook: receiver.url };
  const created = await send('POST', '/automations', { name: 'Call them', feedId, actions });
  assert.equal(created.status, 201, JSON.stringify(created.body));
  assert.equal((await get<{ total: number }>(`/automation-preview?feed=${feedId}`)).total, 1);
  await runMinuteJobs();
  const runs = () => get<{ company: string; actions: string[] }[]>(`/automations/${created.body.id}/runs`);
  assert.deepEqual(await runs(), [], 'Audi was in the feed before');
  await visit(addressOfSap);
  await runMinuteJobs();
  await visit(addressOfSap);
  await runMinuteJobs();
  const log = await runs();
  assert.equal(log.length, 1);
  assert.deepEqual(firstOf(log).actions, ['tag', 'list', 'assign', 'notify', 'push']);
  const { rows } = await get<{ rows: { name: string; tagIds: string[]; assigneeId: string | null }[] }>(`/leads?${recentDays()}`);
  const taggedLeads = rows.filter(({ tagIds }) => tagIds.includes(tagId));
  assert.deepEqual(
    [taggedLeads.length, firstOf(taggedLeads).assigneeId, firstOf(taggedLeads).name],
    [1, colleagueId, firstOf(log).company],
  );
  const items = await ctx.db.selectFrom('list_items').select('item_id').where('account_id', '=', accountId).execute();
  assert.equal(items.length, 1);
  const assigned = ctx.db.selectFrom('activities').select('detail').where('account_id', '=', accountId).where('kind', '=', 'assigned');
  assert.deepEqual(await assigned.execute(), [{ detail: colleague }]);
  const { unread, notifications } = await notices();
  assert.deepEqual([unread, notifications.map(({ kind }) => kind).sort()], [2, ['assigned', 'automation']]);
  assert.equal(receiver.hooks.length, 1);
  const { body, headers } = firstOf(receiver.hooks);
  const verified = new Webhook(String(created.body.webhookSecret)).verify(body, headers as Record<string, string>) as {
    data: { companies: { name: string }[] };
  };
  assert.deepEqual(
    verified.data.companies.map(({ name }) => name),
    [firstOf(log).company],
  );
});

test('an automation checks changed companies only, and all companies once a day', async () => {
  const { visit, send, get, feedId, accountId } = await openAccount();
  const tagId = String((await send('POST', '/tags', { name: 'Hot', color: 1 })).body.id);
  const created = await send('POST', '/automations', { name: 'Tag them', feedId, actions: { ...noActions, tagId } });
  await runMinuteJobs();
  const countRuns = async () => (await get<unknown[]>(`/automations/${created.body.id}/runs`)).length;
  assert.ok(!(await findChangedAccounts(ctx, 'automations')).includes(accountId), 'nothing has changed');
  await visit(addressOfSap);
  await sql`delete from feed_changes where account_id = ${accountId}`.execute(ctx.db);
  await recordFeedChanges(ctx.db, accountId, ['1']);
  await runMinuteJobs();
  assert.equal(await countRuns(), 0);
  const yesterday = new Date(ctx.clock.now().getTime() - 86_400_000);
  await sql`update automations set checked_at = ${yesterday} where account_id = ${accountId}`.execute(ctx.db);
  await runMinuteJobs();
  assert.equal(await countRuns(), 1);
  await visit(addressOfAudi);
  await runMinuteJobs();
  assert.equal(await countRuns(), 2);
  // The tag that the automation added is recorded as a change, too.
  await runMinuteJobs();
  assert.ok(!(await findChangedAccounts(ctx, 'automations')).includes(accountId), 'all changes were read');
});

test('an automation acts on thousands of companies that enter the feed at once', async () => {
  const { send, notices, colleagueId, accountId } = await openAccount();
  const filters = { all: [{ field: 'followed', operator: 'is', values: [true] }] };
  const feedId = String((await send('POST', '/feeds', { name: 'Followed', filters })).body.id);
  const receiver = await startWebhookReceiver();
  const actions = { ...noActions, notify: [colleagueId], webhook: receiver.url };
  const created = await send('POST', '/automations', { name: 'Call them', feedId, actions });
  assert.equal(created.status, 201, JSON.stringify(created.body));
  await runMinuteJobs();
  // A statement can have at most 65,535 parameters.
  const ids = await ctx.ids.records(ctx.db, 10_000);
  const now = ctx.clock.now();
  await sql`
    insert into companies (id, name, origin, updated_at)
    select id, 'Company ' || id, 'import', ${now}::timestamptz from unnest(${ids}::bigint[]) as id`.execute(ctx.db);
  await sql`
    insert into leads (account_id, company_id, first_visit_at, last_visit_at, visits, page_views, deepest_visit, followed)
    select ${accountId}::bigint, id, ${now}::timestamptz, ${now}::timestamptz, 1, 1, 1, true from unnest(${ids}::bigint[]) as id`.execute(
    ctx.db,
  );
  await sql`
    insert into company_days (account_id, company_id, day, place_id, visits, page_views, deepest_visit, first_visit_at, last_visit_at)
    select ${accountId}::bigint, id, (${now}::timestamptz at time zone 'UTC')::date, 0, 1, 1, 1, ${now}::timestamptz, ${now}::timestamptz
    from unnest(${ids}::bigint[]) as id`.execute(ctx.db);
  await recordFeedChanges(ctx.db, accountId, ids);
  await runMinuteJobs();
  const { rows } = await sql<{ activities: number; notifications: number }>`
    select (select count(*)::int from activities where account_id = ${accountId} and kind = 'automated') as activities,
      (select count(*)::int from notifications where account_id = ${accountId} and user_id = ${colleagueId}) as notifications`.execute(
    ctx.db,
  );
  assert.deepEqual(rows, [{ activities: 10_000, notifications: 10_000 }]);
  assert.equal((await notices()).unread, 1000, 'at most 1,000 are counted');
  const sent = receiver.hooks.map(({ body }) => JSON.parse(body).data.companies as unknown[]);
  assert.deepEqual([sent.length, Math.max(...sent.map(({ length }) => length)), sent.flat().length], [100, 100, 10_000]);
});

test('after the filters of a feed change, its automations check all companies without waiting for the next day', async () => {
  const { visit, send, get, feedId } = await openAccount();
  const tagId = String((await send('POST', '/tags', { name: 'Hot', color: 1 })).body.id);
  const created = await send('POST', '/automations', { name: 'Tag them', feedId, actions: { ...noActions, tagId } });
  await runMinuteJobs();
  await visit(addressOfSap, '/jobs');
  await runMinuteJobs();
  const countRuns = async () => (await get<unknown[]>(`/automations/${created.body.id}/runs`)).length;
  assert.equal(await countRuns(), 0);
  const filters = { all: [{ field: 'page_url', operator: 'contains', values: ['/jobs'] }] };
  assert.equal((await send('PATCH', `/feeds/${feedId}`, { filters })).status, 204);
  await runMinuteJobs();
  assert.equal(await countRuns(), 1);
});

test('an automation with a changed feed acts on companies that enter it later, even if they were in the previous feed', async () => {
  const { visit, send, get, feedId } = await openAccount();
  await visit(addressOfAudi);
  const tagId = String((await send('POST', '/tags', { name: 'Hot', color: 1 })).body.id);
  const automation = { name: 'Tag them', feedId, actions: { ...noActions, tagId } };
  const created = await send('POST', '/automations', automation);
  await runMinuteJobs();
  await visit(addressOfSap);
  await runMinuteJobs();
  const actedOn = async () =>
    (await get<{ company: string }[]>(`/automations/${created.body.id}/runs`)).map(({ company }) => company).sort();
  assert.deepEqual(await actedOn(), ['SAP']);
  const changeFeed = async (name: string, path: string) => {
    const filters = { all: [{ field: 'page_url', operator: 'contains', values: [path] }] };
    const newFeedId = String((await send('POST', '/feeds', { name, filters })).body.id);
    const change = { ...automation, feedId: newFeedId, isOn: true };
    assert.equal((await send('PUT', `/automations/${created.body.id}`, change)).status, 200);
    await runMinuteJobs();
  };
  await changeFeed('Prices', '/pric');
  assert.deepEqual(await actedOn(), ['SAP'], 'Audi is in this feed, too');
  await changeFeed('Jobs', '/jobs');
  assert.deepEqual(await actedOn(), ['SAP']);
  await visit(addressOfAudi, '/jobs');
  await visit(addressOfSap, '/jobs');
  await runMinuteJobs();
  assert.deepEqual(await actedOn(), ['Audi', 'SAP']);
});

test('a failed push throws, so that its job is retried, and an automation whose feed was deleted is turned off', async () => {
  const { send, get, feedId, visit, accountId } = await openAccount();
  const receiver = await startWebhookReceiver();
  receiver.status = 500;
  const created = await send('POST', '/automations', { name: 'Push', feedId, actions: { ...noActions, webhook: receiver.url } });
  assert.equal(created.status, 201, JSON.stringify(created.body));
  const push = { accountId, automationId: String(created.body.id), id: randomUUID(), at: '2026-11-16T00:00:00.000Z', companies: [] };
  await assert.rejects(pushAutomation(ctx, push, false), /responded with 500/);
  await runMinuteJobs();
  assert.equal((await send('DELETE', `/feeds/${feedId}`)).status, 204);
  await visit(addressOfSap);
  await runMinuteJobs();
  assert.equal(firstOf(await get<{ isOn: boolean }[]>('/automations')).isOn, false);
});

test('a webhook is recorded when it responds, or when its last attempt has failed, and is not sent after the automation was turned off', async () => {
  const { send, get, feedId, visit, accountId } = await openAccount();
  const receiver = await startWebhookReceiver();
  const automation = { name: 'Push', feedId, actions: { ...noActions, webhook: receiver.url } };
  const { id } = (await send('POST', '/automations', automation)).body as { id: string };
  await runMinuteJobs();
  const log = async () =>
    (await get<{ company: string; actions: string[] }[]>(`/automations/${id}/runs`)).map(({ company, actions }) => [company, actions]);
  const pushedActivities = async () =>
    (await ctx.db.selectFrom('activities').select('id').where('account_id', '=', accountId).where('kind', '=', 'pushed').execute()).length;
  receiver.status = 500;
  await visit(addressOfSap);
  await runMinuteJobs();
  assert.deepEqual([receiver.hooks.length, await log(), await pushedActivities()], [1, [], 0], 'it is retried');
  const queued = async () =>
    (
      await sql<{ isOver: boolean }>`
        select attempts >= max_attempts and locked_at is null as "isOver" from graphile_worker._private_jobs
        where key like ${`${pushAutomationJobName}:%`}`.execute(ctx.db)
    ).rows;
  const finishQueued = async () => {
    do await runQueuedJobs(service);
    while ((await queued()).some(({ isOver }) => !isOver));
  };
  await sql`update graphile_worker._private_jobs set attempts = max_attempts - 1 where key like ${`${pushAutomationJobName}:%`}`.execute(
    ctx.db,
  );
  await finishQueued();
  assert.deepEqual([receiver.hooks.length, await log(), await pushedActivities()], [2, [['SAP', ['push_failed']]], 0]);
  assert.equal((await queued()).length, 0, 'a permanent failure is not an error for the operator');
  await visit(addressOfAudi);
  await runMinuteJobs();
  assert.equal((await send('PUT', `/automations/${id}`, { ...automation, isOn: false })).status, 200);
  receiver.status = 204;
  await finishQueued();
  assert.deepEqual([receiver.hooks.length, (await queued()).length], [3, 0]);
});

test('webhooks omit companies marked “do not contact” unless the account includes them', async () => {
  const { send, get, feedId, visit, accountId } = await openAccount();
  await visit(addressOfSap, '/jobs');
  const { companyId } = firstOf((await get<{ rows: { companyId: string }[] }>(`/leads?${recentDays()}`)).rows);
  assert.equal((await send('PATCH', '/leads', { companyIds: [companyId], doNotContact: true })).status, 200);
  const receiver = await startWebhookReceiver();
  const { id } = (await send('POST', '/automations', { name: 'Push', feedId, actions: { ...noActions, webhook: receiver.url } })).body as {
    id: string;
  };
  await runMinuteJobs();
  await visit(addressOfSap);
  await runMinuteJobs();
  await visit(addressOfAudi);
  await runMinuteJobs();
  const sent = () => receiver.hooks.flatMap(({ body }) => JSON.parse(body).data.companies.map(({ name }: { name: string }) => name));
  assert.deepEqual([receiver.hooks.length, sent()], [1, ['Audi']]);
  const log = await get<{ company: string }[]>(`/automations/${id}/runs`);
  assert.deepEqual(
    log.map(({ company }) => company),
    ['Audi'],
  );
  await sql`update accounts set outreach = '{"skip_do_not_contact": false}' where id = ${accountId}`.execute(ctx.db);
  await sql`delete from automation_leads where account_id = ${accountId}`.execute(ctx.db);
  await recordFeedChanges(ctx.db, accountId, [companyId]);
  await runMinuteJobs();
  assert.deepEqual(sent(), ['Audi', 'SAP']);
});

test('an automation can refer only to tags, users and feeds of the account, and a viewer cannot delete it', async () => {
  const { send, feedId, other, base, person } = await openAccount();
  const foreign = await openAccount();
  const foreignTag = String((await foreign.send('POST', '/tags', { name: 'Theirs', color: 1 })).body.id);
  const create = (feed: string, actions: object) =>
    send('POST', '/automations', { name: 'Rule', feedId: feed, actions: { ...noActions, ...actions } });
  const empty = await create(feedId, {});
  assert.equal(empty.status, 400, JSON.stringify(empty.body));
  assert.equal((await create(feedId, { tagId: foreignTag })).status, 404);
  assert.equal((await create(feedId, { assigneeId: foreign.userId })).status, 400);
  assert.equal((await create(feedId, { notify: [foreign.userId] })).status, 400);
  assert.equal((await create(feedId, { webhook: 'ftp://x' })).status, 400);
  assert.equal((await create('999999', { webhook: 'https://hooks.example/x' })).status, 404);
  const created = await create(feedId, { webhook: 'https://hooks.example/x' });
  assert.equal(created.status, 201);
  assert.equal((await create(feedId, { webhook: 'https://hooks.example/x' })).status, 409, 'the same name');
  assert.ok(!JSON.stringify((await person.get(`${base}/automations`)).body).includes(String(created.body.webhookSecret)));
  assert.equal((await other.send('DELETE', `${base}/automations/${created.body.id}`)).status, 403);
  assert.equal((await foreign.send('DELETE', `/automations/${created.body.id}`)).status, 404);
  assert.equal((await send('DELETE', `/automations/${created.body.id}`)).status, 204);
});

test('an automation whose webhook is removed and set again gets a new secret, which is shown once', async () => {
  const { send, feedId } = await openAccount();
  const withWebhook = { ...noActions, webhook: 'https://hooks.example/x' };
  const { id, webhookSecret } = (await send('POST', '/automations', { name: 'Push', feedId, actions: withWebhook })).body;
  const put = async (actions: object) =>
    (await send('PUT', `/automations/${id}`, { name: 'Push', feedId, actions, isOn: true })).body.webhookSecret;
  assert.equal(await put({ ...withWebhook, webhook: 'https://hooks.example/y' }), null);
  assert.equal(await put({ ...noActions, tagId: String((await send('POST', '/tags', { name: 'Pushed', color: 1 })).body.id) }), null);
  const newSecret = await put(withWebhook);
  assert.match(String(newSecret), /^whsec_/);
  assert.notEqual(newSecret, webhookSecret);
  assert.equal(await put(withWebhook), null);
});

test('an automation that refers to a removed user can still be turned off, but not on', async () => {
  const { send, feedId, base, person, colleagueId } = await openAccount();
  const actions = { ...noActions, notify: [colleagueId] };
  const { id } = (await send('POST', '/automations', { name: 'Tell Carla', feedId, actions })).body as { id: string };
  assert.equal((await send('DELETE', `/members/${colleagueId}`)).status, 204);
  const turn = async (isOn: boolean) => (await send('PUT', `/automations/${id}`, { name: 'Tell Carla', feedId, actions, isOn })).status;
  assert.deepEqual([await turn(false), await turn(true)], [200, 400]);
  assert.equal((await person.get(`${base}/automations/${id}/runs`)).status, 200);
  assert.equal((await person.get(`${base}/automations/999999/runs`)).status, 404);
});

test('an account can have at most 100 automations, even if they are created at the same time', async () => {
  const { send, feedId, accountId } = await openAccount();
  const create = (name: string) =>
    send('POST', '/automations', { name, feedId, actions: { ...noActions, webhook: 'https://hooks.example/x' } });
  assert.equal((await create('First')).status, 201);
  await sql`
    insert into automations (account_id, id, name, feed_id, actions, created_by, created_at)
    select account_id, id + number, 'Copy ' || number, feed_id, actions, created_by, created_at
    from automations, generate_series(1000000, 1000097) as number where account_id = ${accountId}`.execute(ctx.db);
  const responses = await Promise.all(['A', 'B', 'C'].map(create));
  assert.deepEqual(responses.map(({ status }) => status).sort(), [201, 409, 409]);
});

test('a mention in a note notifies users of the account, in the application and by mail, and no other users', async () => {
  const { visit, get, send, notices, colleague, other, accountId } = await openAccount();
  const foreign = await openAccount();
  await visit(addressOfSap);
  const { companyId } = firstOf((await get<{ rows: { companyId: string }[] }>(`/leads?${recentDays()}`)).rows);
  const name = colleague.slice(0, colleague.indexOf('@'));
  const body = `@${name}, please call. Not you, @${foreign.email}.`;
  assert.equal((await send('POST', `/companies/${companyId}/notes`, { body })).status, 200);
  await runQueuedJobs(service);
  const { unread, notifications } = await notices();
  assert.deepEqual([unread, notifications.map(({ kind, detail }) => [kind, detail])], [1, [['mention', body]]]);
  assert.deepEqual(
    mailServer.mails.map(({ to }) => to),
    [colleague],
  );
  const mail = firstOf(mailServer.mails).text.replaceAll('=\n', '');
  assert.ok(mail.includes(`/companies/${companyId}`) && mail.includes('@Carla Cole, please call.'), mail);
  assert.equal((await other.send('POST', '/notifications/read', { accountId: foreign.accountId })).status, 404);
  assert.equal((await other.send('POST', '/notifications/read', { accountId })).status, 204, 'viewers can mark notifications as read');
  assert.equal((await notices()).unread, 0);
});

test('the notification about a long mention contains whole characters', async () => {
  const { visit, get, send, notices, colleague } = await openAccount();
  await visit(addressOfSap);
  const { companyId } = firstOf((await get<{ rows: { companyId: string }[] }>(`/leads?${recentDays()}`)).rows);
  const beginning = `@${colleague} `.padEnd(199, '.');
  assert.equal((await send('POST', `/companies/${companyId}/notes`, { body: `${beginning}🙂🙂` })).status, 200);
  const { notifications } = await notices();
  assert.deepEqual(
    notifications.map(({ detail }) => detail),
    [`${beginning}🙂`],
  );
});

test('a mail that fails is retried without mailing the other mentioned users again', async () => {
  const { visit, get, send, colleague, accountId } = await openAccount();
  const another = `another-${accountId}@acme.example`;
  await createUser(ctx, { accountId, email: another, password: 'correct horse battery', role: 'viewer' });
  await visit(addressOfSap);
  const { companyId } = firstOf((await get<{ rows: { companyId: string }[] }>(`/leads?${recentDays()}`)).rows);
  const mailsTo = (recipient: string) => mailServer.mails.filter(({ to }) => to === recipient).length;
  const retry = () => runQueuedJobs(service);
  for (const [refused, accepted] of [
    [colleague, another],
    [another, colleague],
  ] as const) {
    mailServer.mails.length = 0;
    mailServer.refusedRecipient = refused;
    assert.equal((await send('POST', `/companies/${companyId}/notes`, { body: `@${colleague} and @${another}` })).status, 200);
    await retry();
    assert.deepEqual([mailsTo(refused), mailsTo(accepted)], [0, 1]);
    await retry();
    assert.deepEqual([mailsTo(refused), mailsTo(accepted)], [0, 1]);
    mailServer.refusedRecipient = null;
    await retry();
    assert.deepEqual([mailsTo(refused), mailsTo(accepted)], [1, 1]);
  }
});

test('an automation acts once on a company that is merged, even before the data of the account is moved', async () => {
  const { visit, send, get, feedId, accountId } = await openAccount();
  const tagId = String((await send('POST', '/tags', { name: 'Hot', color: 1 })).body.id);
  const created = await send('POST', '/automations', { name: 'Tag them', feedId, actions: { ...noActions, tagId } });
  await runMinuteJobs();
  await visit(addressOfSap);
  await runMinuteJobs();
  const countRuns = async () => (await get<unknown[]>(`/automations/${created.body.id}/runs`)).length;
  assert.equal(await countRuns(), 1);
  const { company_id: previous } = await ctx.db
    .selectFrom('automation_leads')
    .select('company_id')
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  const current = firstOf(await ctx.ids.records(ctx.db, 1));
  await ctx.db.insertInto('companies').values({ id: current, name: 'SAP again', origin: 'import', updated_at: new Date() }).execute();
  await ctx.db.transaction().execute((trx) => mergeCompanies({ ...ctx, db: trx }, previous, current));
  // Late enough to be another visit.
  service.clock.set(new Date(ctx.clock.now().getTime() + 2 * 3_600_000));
  await visit(addressOfSap);
  await enqueueAutomationRuns(ctx);
  await runQueuedJobs(
    service,
    jobs.filter(({ name }) => name !== enqueueAccountMovesJobName),
  );
  assert.equal(await countRuns(), 1);
  await runMinuteJobs();
  assert.equal(await countRuns(), 1, 'after the data was moved');
});
